// heddle: data-race
// One thread writes a field that lies in two cells, another the neighbour of which only the
// second cell is shared with it, and one byte of the field itself.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define PACKED __attribute__((packed))

struct PACKED record {
	char tag[6];
	uint32_t key;
	char rest[6];
};

static void set(uint32_t *key)
{
	*key = 7;
}

static void *whole(void *p)
{
	struct record *r = p;
	set((uint32_t *)(uintptr_t)&r->key);
	return NULL;
}

static void *byte(void *p)
{
	struct record *r = p;
	r->rest[0] = 1;
	((volatile char *)&r->key)[3] = 1;
	return NULL;
}

int main(void)
{
	struct record *r = malloc(sizeof(*r));
	pthread_t a, b;

	pthread_create(&a, NULL, whole, r);
	pthread_create(&b, NULL, byte, r);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(r);
	return 0;
}
