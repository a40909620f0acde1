// heddle: dpor :3
// Store buffering: each of two threads writes its own variable, then reads the other's.
#include <pthread.h>
#include <stdatomic.h>

_Atomic int var[2];

static void *store_then_load(void *arg)
{
    long self = (long)arg;
    var[self] = 1;
    (void)atomic_load(&var[1 - self]);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, store_then_load, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
