// heddle: dpor :3
// Message passing: one thread writes data, then a flag; the other reads the flag, then the data.
#include <pthread.h>
#include <stdatomic.h>

_Atomic int data, flag;

static void *send(void *arg)
{
    (void)arg;
    data = 1;
    flag = 1;
    return NULL;
}

static void *receive(void *arg)
{
    (void)arg;
    (void)atomic_load(&flag);
    (void)atomic_load(&data);
    return NULL;
}

static void *(*const body[2])(void *) = { send, receive };

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, body[i], (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
