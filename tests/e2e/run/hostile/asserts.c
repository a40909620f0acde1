// Every execution ends in an assertion.
#include <assert.h>
#include <pthread.h>

static void *run(void *unused)
{
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	pthread_create(&thread, 0, run, 0);
	pthread_join(thread, 0);
	assert(argc == 0 && argv);
	return 0;
}
