// heddle: lock-misuse
// The worker locks a mutex that main has already destroyed, in every schedule.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_destroy(&lock);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
