// heddle: none
// A relaxed fetch_add by a third thread continues the release sequence, so acquire still sees the data.
#include <assert.h>
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
    int one = 1;
    atomic_compare_exchange_strong_explicit(&stage, &one, 2, memory_order_relaxed,
                                            memory_order_relaxed);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&stage, memory_order_acquire) == 2)
        assert(data == 7);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, sender, NULL);
    pthread_create(&t[1], NULL, bumper, NULL);
    pthread_create(&t[2], NULL, receiver, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
