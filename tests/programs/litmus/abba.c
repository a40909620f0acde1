// heddle: dpor :3 deadlock
// Two threads nest the same two locks in opposite order; one of the executions deadlocks.
#include <pthread.h>

pthread_mutex_t mutex[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
int counter;

static void *nest(void *arg)
{
    long first = (long)arg;
    pthread_mutex_lock(&mutex[first]);
    pthread_mutex_lock(&mutex[1 - first]);
    counter++;
    pthread_mutex_unlock(&mutex[1 - first]);
    pthread_mutex_unlock(&mutex[first]);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, nest, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
