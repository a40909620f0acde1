// heddle: dpor N=2:4 N=3:24
// N threads, one trylock each, and a critical section if it succeeds.
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void *try_increment(void *arg)
{
    (void)arg;
    if (pthread_mutex_trylock(&mutex) != 0)
        return NULL;
    counter++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, try_increment, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
