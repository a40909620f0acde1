// heddle: assertion
// A driver's request checks the stopping flag before it counts itself in, so that the stop may finish in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int pending = 1, stopping, stopped, done;

static void leave(void) {
    if (atomic_fetch_sub(&pending, 1) == 1)
        atomic_store(&done, 1);
}

static void *request(void *arg) {
    (void)arg;
    if (atomic_load(&stopping))
        return NULL;
    atomic_fetch_add(&pending, 1);
    assert(!atomic_load(&stopped));
    leave();
    return NULL;
}

static void *stop(void *arg) {
    (void)arg;
    atomic_store(&stopping, 1);
    leave();
    if (atomic_load(&done))
        atomic_store(&stopped, 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, request, NULL);
    pthread_create(&b, NULL, stop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
