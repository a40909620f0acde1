// heddle: assertion
// A lost update between two locked sections, with a directory stream in between.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *held; // by whoever counted last

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	pthread_mutex_unlock(&lock);
	DIR *d = opendir("/");
	assert(d && readdir(d));
	int next = v + 1;
	pthread_mutex_lock(&lock);
	counter = next;
	held = d;
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
