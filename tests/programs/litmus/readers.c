// heddle: dpor N=3:8 N=8:256
// One writer and N readers of one variable, one access each: 2^N.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

_Atomic int var;

static void *writer(void *arg)
{
    (void)arg;
    var = 1;
    return NULL;
}

static void *reader(void *arg)
{
    (void)arg;
    (void)atomic_load(&var);
    return NULL;
}

int main(void)
{
    pthread_t threads[N + 1];
    for (long i = 0; i < N + 1; i++)
        pthread_create(&threads[i], NULL, i == 0 ? writer : reader, (void *)i);
    for (int i = 0; i < N + 1; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
