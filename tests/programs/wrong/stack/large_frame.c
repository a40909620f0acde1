// heddle: stack-overflow
// A local of 9 MB, more than a thread's stack; only its far end is touched.
#include <pthread.h>

static void set(volatile char *p)
{
	*p = 1;
}

static void *thread(void *unused)
{
	char large[9000000];

	set(large);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return 0;
}
