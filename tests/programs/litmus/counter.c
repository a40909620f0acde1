// heddle: dpor N=1:4 N=2:14 N=3:50 N=4:182 N=5:672 N=6:2508 N=7:9438
// Two threads increment a counter N times under a mutex, then read it once without the mutex.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
_Atomic int counter;

static void *count(void *arg)
{
    (void)arg;
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        counter++;
        pthread_mutex_unlock(&mutex);
    }
    (void)atomic_load(&counter);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, count, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
