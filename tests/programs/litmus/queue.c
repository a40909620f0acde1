// heddle: dpor N=1:2 N=2:8 N=3:32 N=4:128 N=5:512 N=6:2048 N=7:8192
// Bounded queue of capacity one with two condition variables, one producer and one consumer of N items: 2*4^(N-1).
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
int slot, used;

static void *produce(void *arg)
{
    (void)arg;
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        while (used)
            pthread_cond_wait(&not_full, &mutex);
        slot = i;
        used = 1;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static void *consume(void *arg)
{
    int sum = 0;
    (void)arg;
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        while (!used)
            pthread_cond_wait(&not_empty, &mutex);
        sum += slot;
        used = 0;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&mutex);
    }
    return (void *)(long)sum;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, i == 0 ? produce : consume, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
