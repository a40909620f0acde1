// heddle: dpor :10
// Peterson's entry for two threads without waiting: each tests once and either enters or gives up.
#include <pthread.h>
#include <stdatomic.h>

_Atomic int wants[2];
_Atomic int turn;

static void *try_enter(void *arg)
{
    int self = (int)(long)arg;
    int other = 1 - self;
    wants[self] = 1;
    turn = other;
    if (wants[other] && turn == other)
        return NULL; // gives up, its flag stays set
    wants[self] = 0;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, try_enter, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
