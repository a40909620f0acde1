// heddle: deadlock
// Shutdown signals once although two workers may be waiting.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stopping;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!stopping)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    stopping = 1;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&changed);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
