// heddle: assertion
// The flag is set before the value, so a spinning reader may leave its loop too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready, value;

static void *worker(void *arg) {
    (void)arg;
    atomic_store(&ready, 1);
    atomic_store(&value, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!atomic_load(&ready))
        ;
    assert(atomic_load(&value) == 1);
    pthread_join(t, NULL);
    return 0;
}
