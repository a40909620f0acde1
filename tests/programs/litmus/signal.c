// heddle: dpor N=3:14 N=4:312
// Thread 0 hands out N-1 tokens with a signal each, in one critical section; the other threads wait for one token each.
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t available = PTHREAD_COND_INITIALIZER;
int tokens;

static void *hand_out(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    for (int i = 1; i < N; i++) {
        tokens++;
        pthread_cond_signal(&available);
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *take(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    while (tokens == 0)
        pthread_cond_wait(&available, &mutex);
    tokens--;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, i == 0 ? hand_out : take, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
