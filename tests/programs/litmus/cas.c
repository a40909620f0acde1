// heddle: dpor N=3:3 N=4:4
// N threads, one compare-and-swap from 0 to the own id: the winner is all that differs.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

_Atomic int owner;

static void *claim(void *arg)
{
    int free = 0;
    atomic_compare_exchange_strong(&owner, &free, (int)(long)arg + 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, claim, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
