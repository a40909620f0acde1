// heddle: none
// Two threads write neighbouring fields of a packed struct that share a cell: no byte is written by both.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define PACKED __attribute__((packed))

struct PACKED record {
	char tag[3];
	uint64_t first;
	uint64_t second;
};

static void set(uint64_t *p, uint64_t value)
{
	*p = value;
}

static void *first(void *p)
{
	struct record *r = p;
	set((uint64_t *)(uintptr_t)&r->first, 1);
	return NULL;
}

static void *second(void *p)
{
	struct record *r = p;
	set((uint64_t *)(uintptr_t)&r->second, 2);
	return NULL;
}

int main(void)
{
	struct record *r = malloc(sizeof(*r));
	pthread_t a, b;

	pthread_create(&a, NULL, first, r);
	pthread_create(&b, NULL, second, r);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(r->first == 1 && r->second == 2);
	free(r);
	return 0;
}
