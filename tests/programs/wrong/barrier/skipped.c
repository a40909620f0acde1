// heddle: deadlock
// A worker that sees the cancel flag in time skips the barrier at which main waits for it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static atomic_int cancelled;

static void *worker(void *arg) {
    (void)arg;
    if (atomic_load(&cancelled))
        return NULL;
    pthread_barrier_wait(&barrier);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, worker, NULL);
    atomic_store(&cancelled, 1);
    pthread_barrier_wait(&barrier);
    pthread_join(t, NULL);
    return 0;
}
