// heddle: assertion
// A lost update between two locked sections, with names from glob in between.
#define _GNU_SOURCE
#include <assert.h>
#include <glob.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *held; // by whoever counted last

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	pthread_mutex_unlock(&lock);
	glob_t g;
	assert(glob("/de[v]", 0, NULL, &g) == 0 && g.gl_pathc == 1);
	int next = v + (int)g.gl_pathc;
	pthread_mutex_lock(&lock);
	counter = next;
	held = g.gl_pathv;
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
