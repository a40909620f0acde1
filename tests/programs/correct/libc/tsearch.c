// heddle: none
// Each thread counts under the lock with the help of a tree made by tsearch, which it gives back.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <search.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	int keys[] = {2, 1, 3};
	void *root = NULL;
	for (int i = 0; i < 3; i++) {
		assert(tsearch(&keys[i], &root, compare));
	}
	int next = v + (tfind(&keys[1], &root, compare) != 0);
	counter = next;
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 3; i++) {
		tdelete(&keys[i], &root, compare);
	}
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
