// heddle: dpor N=3:6 N=5:120
// N threads, one atomic increment each: N!.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

_Atomic int var;

static void *increment(void *arg)
{
    (void)arg;
    atomic_fetch_add(&var, 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, increment, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
