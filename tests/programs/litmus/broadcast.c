// heddle: dpor N=2:2 N=3:10
// Thread 0 sets a flag and broadcasts; the other N-1 threads wait for it in a loop.
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int flag;

static void *announce(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    flag = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *await(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    while (!flag)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, i == 0 ? announce : await, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
