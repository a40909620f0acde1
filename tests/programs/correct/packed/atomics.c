// heddle: none
// Atomic updates of a counter that lies in two cells.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define PACKED __attribute__((packed))

struct PACKED record {
	char tag[6];
	uint32_t count;
};

static void add(uint32_t *p)
{
	__atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST);
	uint32_t old = __atomic_load_n(p, __ATOMIC_ACQUIRE);
	while (!__atomic_compare_exchange_n(p, &old, old + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
	}
}

static void *thread(void *p)
{
	struct record *r = p;
	add((uint32_t *)(uintptr_t)&r->count);
	return NULL;
}

int main(void)
{
	struct record *r = calloc(1, sizeof(*r));
	pthread_t a, b;

	pthread_create(&a, NULL, thread, r);
	pthread_create(&b, NULL, thread, r);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(r->count == 4);
	free(r);
	return 0;
}
