// heddle: stack-overflow
// Three functions call each other for ever. Which of them runs out of stack depends on what the engine needs of it.
#include <pthread.h>

static volatile int limit = 1 << 30;

static int first(int level);

static int third(int level)
{
	int room[5] = {limit, level};

	return level == limit ? room[0] : first(level + 1) + room[level & 1];
}

static int second(int level)
{
	return level == limit ? limit : third(level + 1) + limit;
}

static int first(int level)
{
	int room[3] = {limit, level};

	return level == limit ? limit : second(level + 1) + room[level & 1];
}

static void *thread(void *unused)
{
	limit -= first(0) & 1;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return 0;
}
