// heddle: dpor N=3:6 N=5:120
// N writers of one variable: N!.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

_Atomic int var;

static void *writer(void *arg)
{
    var = (int)(long)arg;
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, writer, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
