// heddle: lock-misuse|deadlock
// If the queue was filled first, the worker calls a locking helper while it already holds the lock.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int length;

static void remove_one(void) {
    pthread_mutex_lock(&lock);
    length--;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (length > 0)
        remove_one();
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    length++;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
