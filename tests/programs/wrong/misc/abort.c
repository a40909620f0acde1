// heddle: abort
// A consistency check calls abort when it runs between the two steps of an update.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int started, finished;

static void *worker(void *arg) {
    (void)arg;
    atomic_store(&started, 1);
    atomic_store(&finished, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (atomic_load(&finished) != atomic_load(&started))
        abort();
    pthread_join(t, NULL);
    return 0;
}
