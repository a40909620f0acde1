// heddle: livelock
// main spins politely on a flag that the worker sets only if it is early enough.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag, late;

static void *worker(void *arg) {
    (void)arg;
    if (!atomic_load(&late))
        atomic_store(&flag, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_store(&late, 1);
    while (!atomic_load(&flag))
        sched_yield();
    pthread_join(t, NULL);
    return 0;
}
