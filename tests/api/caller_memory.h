// T_init(T *) on the caller's memory.
#include <pthread.h>

typedef struct {
	pthread_mutex_t lock;
	long value;
} counter_t;

void counter_init(counter_t *c, long start);
void counter_destroy(counter_t *c);
void counter_add(counter_t *c, long amount);
long counter_get(counter_t *c);
long counter_fetch_add(counter_t *c, long amount);
