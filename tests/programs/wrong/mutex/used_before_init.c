// heddle: lock-misuse
// The worker is created before the mutex it locks is initialised.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *worker(void *arg) {
    pthread_mutex_t *lock = arg;
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_mutex_t *lock = malloc(sizeof *lock);
    memset(lock, 0x5a, sizeof *lock);
    pthread_create(&t, NULL, worker, lock);
    pthread_mutex_init(lock, NULL);
    pthread_join(t, NULL);
    pthread_mutex_destroy(lock);
    free(lock);
    return 0;
}
