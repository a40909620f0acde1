// SPDX-License-Identifier: Apache-2.0
// One test of the stack: a prefix of two calls, two threads of two calls each, clean-up.
// Under heddle main() is one test. Compiled with -DLOOP it repeats the same test natively:
//   stack_test threads SECONDS      two pthreads created and joined per test
//   stack_test sequential SECONDS   the same calls one after the other, no threads
// and prints tests per second. The stack is compiled apart, so that no call is inlined away.
#include "stack.h"

#include <pthread.h>

static void *push_pop(void *arg)
{
	int value;

	stack_push(arg, 3);
	stack_pop(arg, &value);
	return NULL;
}

static void *pop_push(void *arg)
{
	int value;

	stack_pop(arg, &value);
	stack_push(arg, 4);
	return NULL;
}

static struct stack *prefix(void)
{
	struct stack *s = stack_new();

	stack_push(s, 1);
	stack_push(s, 2);
	return s;
}

static void test_threads(void)
{
	struct stack *s = prefix();
	pthread_t a, b;

	pthread_create(&a, NULL, push_pop, s);
	pthread_create(&b, NULL, pop_push, s);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	stack_destroy(s);
}

#ifndef LOOP

int main(void)
{
	test_threads();
	return 0;
}

#else

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void test_sequential(void)
{
	struct stack *s = prefix();

	push_pop(s);
	pop_push(s);
	stack_destroy(s);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double rate(void (*test)(void), long batch, double seconds)
{
	double start = now(), end;
	long n = 0;

	do {
		for (long i = 0; i < batch; i++)
			test();
		n += batch;
		end = now();
	} while (end - start < seconds);
	return (double)n / (end - start);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	double seconds = atof(argv[2]);
	bool threads = strcmp(argv[1], "threads") == 0;
	void (*test)(void) = threads ? test_threads : test_sequential;
	long batch = threads ? 50 : 20000;

	rate(test, batch, seconds / 10); // warm-up
	printf("%.1f\n", rate(test, batch, seconds));
	return 0;
}

#endif
