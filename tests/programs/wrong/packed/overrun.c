// heddle: out-of-bounds
// The last field of a packed struct reaches beyond a block that is one byte too short.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define PACKED __attribute__((packed))

struct PACKED record {
	char tag;
	uint64_t key;
	uint32_t value;
};

static void set(uint32_t *value)
{
	*value = 7;
}

static void *thread(void *p)
{
	struct record *r = p;
	set((uint32_t *)(uintptr_t)&r->value);
	return NULL;
}

int main(void)
{
	struct record *r = malloc(sizeof(*r) - 1);
	pthread_t t;

	pthread_create(&t, NULL, thread, r);
	pthread_join(t, NULL);
	free(r);
	return 0;
}
