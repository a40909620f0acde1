// heddle: use-after-free
// A field in two cells of a freed block is read.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define PACKED __attribute__((packed))

struct PACKED record {
	char tag[5];
	uint64_t key;
};

static uint64_t get(const uint64_t *key)
{
	return *key;
}

static void *thread(void *p)
{
	free(p);
	return NULL;
}

int main(void)
{
	struct record *r = calloc(1, sizeof(*r));
	pthread_t t;

	pthread_create(&t, NULL, thread, r);
	pthread_join(t, NULL);
	return (int)get((const uint64_t *)(uintptr_t)&r->key);
}
