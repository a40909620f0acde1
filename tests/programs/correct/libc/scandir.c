// heddle: none
// Each thread counts under the lock with the help of names from scandir, which it gives back.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static int only_dot(const struct dirent *e)
{
	return e->d_name[0] == '.' && e->d_name[1] == '\0';
}

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	struct dirent **names;
	int n = scandir("/", &names, only_dot, alphasort);
	assert(n == 1 && names[0]->d_name[0] == '.');
	int next = v + n;
	counter = next;
	pthread_mutex_unlock(&lock);
	free(names[0]);
	free(names);
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
