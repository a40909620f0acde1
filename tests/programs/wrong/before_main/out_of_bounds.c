// heddle: out-of-bounds
// The second of two threads to come writes behind the end of an array from a constructor.
#include <pthread.h>
#include <stdlib.h>

static int *slots, next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void make(void)
{
	slots = malloc(sizeof(*slots));
}

static void *take(void *unused)
{
	pthread_mutex_lock(&lock);
	slots[next++] = 1;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, take, NULL);
	take(NULL);
	pthread_join(t, NULL);
	return 0;
}
