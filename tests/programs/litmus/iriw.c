// heddle: dpor :15
// Independent reads of independent writes: two writers, and two readers that look in opposite order.
#include <pthread.h>
#include <stdatomic.h>

_Atomic int var[2];

static void *writer(void *arg)
{
    var[(long)arg] = 1;
    return NULL;
}

static void *reader(void *arg)
{
    long first = (long)arg - 2;
    (void)atomic_load(&var[first]);
    (void)atomic_load(&var[1 - first]);
    return NULL;
}

int main(void)
{
    pthread_t threads[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i < 2 ? writer : reader, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
