// heddle: data-race
// Two threads write one field of a packed struct, which lies in two cells, without a lock.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define PACKED __attribute__((packed))

struct PACKED record {
	char tag[5];
	uint64_t key;
};

static void set(uint64_t *key)
{
	*key = 7;
}

static void *thread(void *p)
{
	struct record *r = p;
	set((uint64_t *)(uintptr_t)&r->key);
	return NULL;
}

int main(void)
{
	struct record *r = malloc(sizeof(*r));
	pthread_t a, b;

	pthread_create(&a, NULL, thread, r);
	pthread_create(&b, NULL, thread, r);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(r);
	return 0;
}
