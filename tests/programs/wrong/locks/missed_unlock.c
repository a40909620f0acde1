// heddle: deadlock|lock-misuse
// On its error path a worker returns without unlocking, and the next one to lock waits for ever.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int available;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (available == 0)
        return NULL; // forgot to unlock
    available--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    available++;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
