// heddle: assertion
// A lost update between two locked sections, with a locale and a copy of its name in between.
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *held; // by whoever counted last

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	pthread_mutex_unlock(&lock);
	locale_t l = newlocale(LC_ALL_MASK, "POSIX", (locale_t)0);
	char *name = strdup(setlocale(LC_ALL, NULL));
	assert(l && name && strcmp(name, "C") == 0);
	int next = v + 1;
	pthread_mutex_lock(&lock);
	counter = next;
	held = l;
	pthread_mutex_unlock(&lock);
	free(name);
	freelocale(l);
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
