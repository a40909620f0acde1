// heddle: dpor N=3:12 N=6:144
// Thread i > 0 sets a[i] to a[i-1] + 1 while thread 0 walks down from N to the last zero: (N+3) 2^(N-2).
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

_Atomic int a[N + 1];

static void *find_last_zero(void *arg)
{
    (void)arg;
    int i = N;
    while (a[i] != 0)
        i--;
    return NULL;
}

static void *extend(void *arg)
{
    long i = (long)arg;
    a[i] = a[i - 1] + 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[N + 1];
    for (long i = 0; i < N + 1; i++)
        pthread_create(&threads[i], NULL, i == 0 ? find_last_zero : extend, (void *)i);
    for (int i = 0; i < N + 1; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
