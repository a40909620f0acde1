// heddle: none
// Each thread counts under the lock with the help of names from glob, which it gives back.
#define _GNU_SOURCE
#include <assert.h>
#include <glob.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	glob_t g;
	assert(glob("/de[v]", 0, NULL, &g) == 0 && g.gl_pathc == 1);
	int next = v + (int)g.gl_pathc;
	counter = next;
	pthread_mutex_unlock(&lock);
	globfree(&g);
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
