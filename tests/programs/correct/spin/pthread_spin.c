// heddle: none
// Two threads share a counter under a pthread spin lock, one of them by trylock with fallback to lock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static int counter;

static void *worker(void *arg) {
    (void)arg;
    int rc = pthread_spin_trylock(&lock);
    if (rc != 0) {
        assert(rc == EBUSY);
        pthread_spin_lock(&lock);
    }
    counter++;
    pthread_spin_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_spin_lock(&lock);
    counter++;
    pthread_spin_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 3);
    pthread_spin_destroy(&lock);
    return 0;
}
