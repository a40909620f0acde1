// heddle: none
// Each thread counts under the lock with the help of a stream from fmemopen, which it gives back.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	char room[16] = "";
	int next = 0;
	FILE *f = fmemopen(room, sizeof(room), "w+");
	assert(f && fprintf(f, "%d\n", v + 1) > 0);
	rewind(f);
	assert(fscanf(f, "%d", &next) == 1);
	counter = next;
	pthread_mutex_unlock(&lock);
	fclose(f);
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
