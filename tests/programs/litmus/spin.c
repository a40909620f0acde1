// heddle: dpor ONE:14 TWO:14
// One thread waits in a loop for what the other writes last: how often it looks before, until it is set
// aside. What the other writes first is nothing to it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int other, first, second;

static void *writer(void *arg)
{
    atomic_store(&other, 1);
    atomic_store(&second, 1);
    return arg;
}

static void *reader(void *arg)
{
#ifdef TWO
    while (!atomic_load(&first) && !atomic_load(&second))
        ;
#else
    while (!atomic_load(&second))
        ;
#endif
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
