// Correct, but for what an earlier execution left in a variable that heddle does not see.
#include <assert.h>
#include <pthread.h>

int count_calls(void); // uncontrolled.c

static void *work(void *unused)
{
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	assert(count_calls() == 1);
	return 0;
}
