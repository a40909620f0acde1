// heddle: assertion
// Eight compare-and-swaps in three threads all succeed only in the order A B C A B C A B, which takes five preemptions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int stage;

static void advance(int from) { atomic_compare_exchange_strong(&stage, &from, from + 1); }

static void *thread_a(void *arg) {
    (void)arg;
    advance(0);
    advance(3);
    advance(6);
    return NULL;
}

static void *thread_b(void *arg) {
    (void)arg;
    advance(1);
    advance(4);
    advance(7);
    return NULL;
}

static void *thread_c(void *arg) {
    (void)arg;
    advance(2);
    advance(5);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, thread_a, NULL);
    pthread_create(&b, NULL, thread_b, NULL);
    pthread_create(&c, NULL, thread_c, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(atomic_load(&stage) != 8);
    return 0;
}
