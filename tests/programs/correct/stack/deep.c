// heddle: none
// Two threads use nearly all of the 8 MiB that a thread has, one by a large frame and one by recursion, and
// have thread-local variables beside it.
#include <assert.h>
#include <pthread.h>
#include <string.h>

#define SIZE (8000 * 1024)

static _Thread_local char own[60000];

static void touch(volatile char *p, size_t size)
{
	for (size_t i = 0; i < size; i += size / 8) {
		p[i] = 1;
	}
}

static void *large_frame(void *unused)
{
	char frame[SIZE];

	own[0] = 1;
	touch(frame, sizeof(frame));
	assert(own[0] == 1);
	return unused;
}

static int depth(int n)
{
	char frame[SIZE / 100 - 1024];

	touch(frame, sizeof(frame));
	return n == 0 ? frame[0] : depth(n - 1) + frame[0];
}

static void *recursion(void *unused)
{
	own[sizeof(own) - 1] = 2;
	assert(depth(99) == 100);
	assert(own[sizeof(own) - 1] == 2);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, large_frame, NULL);
	pthread_create(&b, NULL, recursion, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
