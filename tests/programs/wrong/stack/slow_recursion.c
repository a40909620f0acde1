// heddle: stack-overflow
// A recursion that does not end, and makes more steps than the budget before its stack is full.
#include <pthread.h>

static volatile int limit = 1 << 30;

static int descend(int level)
{
	int sum = 0;

	for (int i = 0; i < 20; i++) {
		sum += limit;
	}
	return level == limit ? sum : descend(level + 1) + sum;
}

static void *thread(void *unused)
{
	limit -= descend(0) & 1;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return 0;
}
