// heddle: none
// A release store of the flag publishes the plain data to whoever reads the flag with acquire.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *sender(void *arg) {
    (void)arg;
    data = 7;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 7);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(data == 7);
    return 0;
}
