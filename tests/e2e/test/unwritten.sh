# SPDX-License-Identifier: Apache-2.0
# Results that are what happened to be on the stack. Where calls one after the other have such
# results, too, they say nothing: journal_print is given NULL for its format, for which nobody told
# that it is one, and keeps a line that vsnprintf has not written.
mkdir unwritten
cp "$root/classes/correct/format/journal.c" unwritten
sed 's/ __attribute__.*/;/' "$root/classes/correct/format/journal.h" >unwritten/journal.h
for seed in 1 2 3 4; do
	expect "lines that nobody wrote, seed $seed" 0 "uninitialised memory) and" \
		"$heddle" test --keep-going --executions 20000 --seed "$seed" --out unwritten/out \
		unwritten/journal.h unwritten/journal.c
done

# Where they do not, it is a violation: box_take gives what nobody put if another call was faster.
cat >unwritten/box.h <<'END'
typedef struct box box;
box *box_new(void);
void box_free(box *b);
void box_put(box *b, int value);
int box_take(box *b, int *value);
END
cat >unwritten/box.c <<'END'
#include "box.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct box { pthread_mutex_t lock; int full, value[2]; };
box *box_new(void)
{
	box *b = calloc(1, sizeof(*b));
	pthread_mutex_init(&b->lock, NULL);
	return b;
}
void box_free(box *b) { pthread_mutex_destroy(&b->lock); free(b); }
static int is_full(box *b)
{
	pthread_mutex_lock(&b->lock);
	int full = b->full;
	pthread_mutex_unlock(&b->lock);
	return full;
}
void box_put(box *b, int value)
{
	pthread_mutex_lock(&b->lock);
	b->value[0] = b->value[1] = value;
	b->full = 1;
	pthread_mutex_unlock(&b->lock);
}
static void take(box *b, volatile int *taken)
{
	pthread_mutex_lock(&b->lock);
	if (b->full) {
		taken[0] = b->value[0];
		b->full = 0;
	}
	pthread_mutex_unlock(&b->lock);
}
int box_take(box *b, int *value)
{
	volatile int taken[2];
	if (!is_full(b)) {
		return 0;
	}
	take(b, taken);
	*value = taken[0];
	return 1;
}
END
expect "a value that nobody put" 1 "not-linearizable" \
	"$heddle" test --executions 20000 --out unwritten/box unwritten/box.h unwritten/box.c
expect "replay of a value that nobody put" 1 "100 of 100" "$heddle" replay --times 100 unwritten/box/findings/*
