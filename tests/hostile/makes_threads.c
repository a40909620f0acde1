// hostile: plain
#include "hostile.h"

#include <pthread.h>

static void *rest(void *unused)
{
	for (;;) {
		pause();
	}
	return unused;
}

int harm(const char *name, int number)
{
	(void)name, (void)number;
	pthread_t t;
	for (int i = 0; i < 200 && pthread_create(&t, NULL, rest, NULL) == 0; i++) {
	}
	return 0;
}
