// heddle: dpor N=2:4 N=3:36
// N threads increment two counters, one after the other, each under its own mutex: (N!)^2.
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t mutex[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
int counter[2];

static void *increment_both(void *arg)
{
    (void)arg;
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&mutex[k]);
        counter[k]++;
        pthread_mutex_unlock(&mutex[k]);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, increment_both, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
