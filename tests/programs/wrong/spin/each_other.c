// heddle: livelock
// Each of two threads waits for the other's flag before it sets its own.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready[2];

static void *worker(void *arg) {
    (void)arg;
    while (!atomic_load(&ready[1]))
        sched_yield();
    atomic_store(&ready[0], 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!atomic_load(&ready[0]))
        sched_yield();
    atomic_store(&ready[1], 1);
    pthread_join(t, NULL);
    return 0;
}
