// Functions that exist only in the header.
#include <stdatomic.h>
#include <stdbool.h>

struct flag {
	atomic_int state;
	int plain;
};

static inline void flag_init(struct flag *f)
{
	atomic_init(&f->state, 0);
	f->plain = 0;
}

static inline bool flag_raise(struct flag *f, int value)
{
	f->plain = value;
	return atomic_exchange(&f->state, 1) == 0;
}

static inline int flag_plain(const struct flag *f)
{
	return f->plain;
}
