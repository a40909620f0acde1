// heddle: assertion
// The corrected driver counts in first, but on the way out it tests and decrements in two steps; two requests can finish the stop together.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int pending = 1, stopping, stopped;

static int enter(void) {
    atomic_fetch_add(&pending, 1);
    if (atomic_load(&stopping)) {
        atomic_fetch_sub(&pending, 1);
        return 0;
    }
    return 1;
}

static void leave(void) {
    int left = atomic_load(&pending) - 1;
    atomic_store(&pending, left);
    if (left == 0)
        atomic_store(&stopped, 1);
}

static void *request(void *arg) {
    (void)arg;
    if (enter()) {
        assert(!atomic_load(&stopped));
        leave();
    }
    return NULL;
}

static void *stop(void *arg) {
    (void)arg;
    atomic_store(&stopping, 1);
    leave();
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, request, NULL);
    pthread_create(&b, NULL, request, NULL);
    pthread_create(&c, NULL, stop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
