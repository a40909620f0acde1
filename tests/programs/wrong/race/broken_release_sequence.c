// heddle: data-race
// A relaxed store by a third thread ends the release sequence, so reading its value orders nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int stage;

static void *sender(void *arg) {
    (void)arg;
    data = 7;
    atomic_store_explicit(&stage, 1, memory_order_release);
    return NULL;
}

static void *bumper(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&stage, memory_order_relaxed) == 1)
        atomic_store_explicit(&stage, 2, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int seen = 7;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, bumper, NULL);
    if (atomic_load_explicit(&stage, memory_order_acquire) == 2)
        seen = data;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return seen != 7;
}
