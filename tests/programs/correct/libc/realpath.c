// heddle: none
// Each thread counts under the lock with the help of a path from realpath, which it gives back.
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	char *path = realpath("/..", NULL);
	assert(path && path[0] == '/' && path[1] == '\0');
	int next = v + (path[0] == '/');
	counter = next;
	pthread_mutex_unlock(&lock);
	free(path);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(counter == 2);
	return 0;
}
