// heddle: assertion
// A lost update between two locked sections, with text from open_memstream in between.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	pthread_mutex_unlock(&lock);
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	assert(f && fprintf(f, "%d", v + 1) == 1);
	fclose(f);
	int next = atoi(text);
	pthread_mutex_lock(&lock);
	counter = next;
	pthread_mutex_unlock(&lock);
	free(text);
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
