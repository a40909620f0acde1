// heddle: none
// Each thread counts under the lock with the help of a line from getline, which it gives back.
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
	char given[] = "one line\n", *line = NULL;
	size_t room = 0;
	FILE *f = fmemopen(given, sizeof(given) - 1, "r");
	assert(f && getline(&line, &room, f) == 9 && line[8] == '\n');
	fclose(f);
	int next = v + 1;
	counter = next;
	pthread_mutex_unlock(&lock);
	free(line);
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
