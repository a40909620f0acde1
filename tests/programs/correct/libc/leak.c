// heddle: none
// Text from asprintf that nobody frees is gone when the program ends: memory does not grow from one execution to the next.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>

#define MOST_KIB 200000

static void *leak(void *unused)
{
	char *text;

	for (int i = 0; i < 8; i++) {
		assert(asprintf(&text, "%4000d", i) == 4000);
	}
	return unused;
}

int main(void)
{
	pthread_t t;
	struct rusage usage;

	pthread_create(&t, NULL, leak, NULL);
	leak(NULL);
	pthread_join(t, NULL);
	assert(getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_maxrss < MOST_KIB);
	return 0;
}
