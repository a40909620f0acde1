// heddle: none
// Fields of a packed struct at every offset, through pointers of their types, up to the last byte of its block.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define PACKED __attribute__((packed))

struct PACKED record {
	char tag;
	uint64_t key;
	uint16_t flags;
	uint32_t value;
	double weight;
	char more[2];
	uint32_t last;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void add8(uint64_t *p)
{
	*p += 1;
}

static void add4(uint32_t *p)
{
	*p += 1;
}

static void add2(uint16_t *p)
{
	*p += 1;
}

static void add_weight(double *p)
{
	*p += 1;
}

static void *thread(void *p)
{
	struct record *r = p;

	pthread_mutex_lock(&mutex);
	add8((uint64_t *)(uintptr_t)&r->key);
	add2((uint16_t *)(uintptr_t)&r->flags);
	add4((uint32_t *)(uintptr_t)&r->value);
	add_weight((double *)(uintptr_t)&r->weight);
	add4((uint32_t *)(uintptr_t)&r->last);
	r->key += 1;
	r->value += 1;
	pthread_mutex_unlock(&mutex);
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
	assert(r->key == 4 && r->flags == 2 && r->value == 4 && r->weight == 2 && r->last == 2);
	free(r);
	return 0;
}
