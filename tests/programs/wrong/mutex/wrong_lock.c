// heddle: data-race
// Two threads protect the same counter with different mutexes.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *arg) {
    pthread_mutex_t *lock = arg;
    pthread_mutex_lock(lock);
    counter++;
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, worker, &a);
    pthread_create(&u, NULL, worker, &b);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return counter > 2;
}
