// heddle: stack-overflow
// A recursion that does not end.
#include <pthread.h>

static volatile int limit = 1 << 30;

static int depth(int n)
{
	char frame[4096];

	*(volatile char *)&frame[n % 4096] = 1;
	return n == limit ? frame[0] : depth(n + 1) + frame[1];
}

static void *thread(void *unused)
{
	limit += depth(0);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return 0;
}
