// heddle: dpor N=1:4 N=2:56 N=3:1248 N=4:40032
// N setters write a, then b, while one checker tests for "both unset or both set", reading again for the second half.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

_Atomic int a, b;

static void *set(void *arg)
{
    (void)arg;
    a = 1;
    b = -1;
    return NULL;
}

static void *check(void *arg)
{
    (void)arg;
    int consistent = (a == 0 && b == 0) || (a == 1 && b == -1);
    return (void *)(long)consistent;
}

int main(void)
{
    pthread_t threads[N + 1];
    for (long i = 0; i < N + 1; i++)
        pthread_create(&threads[i], NULL, i < N ? set : check, (void *)i);
    for (int i = 0; i < N + 1; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
