// heddle: none
// A stream that a constructor opened stands at its beginning whenever main begins.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char text[16];
static FILE *stream;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void make(void)
{
	stream = fmemopen(text, sizeof(text), "w+");
	if (!stream) {
		abort();
	}
}

static void *put(void *unused)
{
	pthread_mutex_lock(&lock);
	fputs("ab", stream);
	fflush(stream);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t;

	assert(ftell(stream) == 0);
	pthread_create(&t, NULL, put, NULL);
	put(NULL);
	pthread_join(t, NULL);
	assert(ftell(stream) == 4);
	return 0;
}
