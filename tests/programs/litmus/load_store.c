// heddle: dpor N=2:4 N=3:36 N=4:576
// N threads load a variable and store it back plus one, not atomically: (N!)^2.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

_Atomic int var;

static void *increment(void *arg)
{
    (void)arg;
    int old = var;
    var = old + 1;
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
