// SPDX-License-Identifier: Apache-2.0
// Two violations that are found soon: a race, and an assertion that fails because of it.
#include <assert.h>
#include <pthread.h>

static int value;

static void *add(void *argument)
{
	int seen = value;
	value = seen + 1;
	return argument;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, add, NULL);
	add(NULL);
	pthread_join(thread, NULL);
	assert(value == 2);
	return 0;
}
