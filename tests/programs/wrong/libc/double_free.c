// heddle: double-free
// Both threads free a text from asprintf if neither has seen the other take it.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *text;

static void *drop(void *unused)
{
	pthread_mutex_lock(&lock);
	char *mine = text;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	text = NULL;
	free(mine);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t;

	if (asprintf(&text, "%d", 1) < 0) {
		return 1;
	}
	pthread_create(&t, NULL, drop, NULL);
	drop(NULL);
	pthread_join(t, NULL);
	return 0;
}
