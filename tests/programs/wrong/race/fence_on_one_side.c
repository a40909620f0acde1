// heddle: data-race
// The sender has a release fence, the receiver no acquire fence.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *sender(void *arg) {
    (void)arg;
    data = 7;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t t;
    int seen = 7;
    pthread_create(&t, NULL, sender, NULL);
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        seen = data;
    pthread_join(t, NULL);
    return seen != 7;
}
