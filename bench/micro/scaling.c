// SPDX-License-Identifier: Apache-2.0
// scaling THREADS ACCESSES SPREAD: so many threads make so many accesses in all, to the same eight
// words (SPREAD 0: all are shared), or each time to another word (SPREAD 1: what grows is memory, none
// is shared). One access in four is a write.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define MAX_THREADS 128

static int threads, share, spread;
static _Atomic int *words;

static void *work(void *arg)
{
	int base = spread ? (int)(long)arg * share : 0, n = share, step = spread;
	_Atomic int *w = words;

	for (int i = 0; i < n; i++) {
		_Atomic int *at = &w[step ? base + i : i % 8];
		if (i % 4 == 3)
			atomic_store_explicit(at, i, memory_order_release);
		else
			(void)atomic_load_explicit(at, memory_order_acquire);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t[MAX_THREADS];

	if (argc != 4)
		return 2;
	threads = atoi(argv[1]);
	share = atoi(argv[2]) / threads;
	spread = atoi(argv[3]);
	words = malloc(sizeof(*words) * (size_t)(threads * share + 8));
	for (long i = 0; i < threads; i++)
		pthread_create(&t[i], NULL, work, (void *)i);
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	return 0;
}
