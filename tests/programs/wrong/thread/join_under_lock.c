// heddle: deadlock
// main joins a worker while it holds the lock that the worker may still need.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    pthread_join(t, NULL);
    value++;
    pthread_mutex_unlock(&lock);
    return 0;
}
