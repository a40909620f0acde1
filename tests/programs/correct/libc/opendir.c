// heddle: none
// Each thread counts under the lock with the help of a directory stream, which it gives back.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	DIR *d = opendir("/");
	assert(d && readdir(d));
	int next = v + 1;
	counter = next;
	pthread_mutex_unlock(&lock);
	closedir(d);
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
