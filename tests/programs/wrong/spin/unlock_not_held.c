// heddle: lock-misuse
// A spin lock is unlocked although the try to take it may have failed.
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static int value;

static void *worker(void *arg) {
    (void)arg;
    if (pthread_spin_trylock(&lock) == 0)
        value++;
    pthread_spin_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
