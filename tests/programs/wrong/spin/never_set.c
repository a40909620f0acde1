// heddle: livelock
// main spins on an atomic flag that nobody sets.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag, other;

static void *worker(void *arg) {
    (void)arg;
    atomic_store(&other, 1); // meant flag
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!atomic_load(&flag))
        ;
    pthread_join(t, NULL);
    return 0;
}
