// heddle: none
// The __atomic builtins work on plain variables of every width and order the data they guard.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static uint8_t bits;
static uint16_t half;
static int64_t wide;
static int ready, data;

static void *worker(void *arg) {
    __atomic_fetch_or(&bits, (uint8_t)(uintptr_t)arg, __ATOMIC_RELAXED);
    __atomic_add_fetch(&half, 1, __ATOMIC_SEQ_CST);
    int64_t seen = __atomic_load_n(&wide, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&wide, &seen, seen + ((int64_t)1 << 33), 0,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        ;
    return NULL;
}

static void *sender(void *arg) {
    (void)arg;
    data = 4;
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, worker, (void *)1);
    pthread_create(&b, NULL, worker, (void *)4);
    pthread_create(&c, NULL, sender, NULL);
    if (__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
        assert(data == 4);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(bits == 5 && half == 2 && wide == (int64_t)2 << 33);
    return 0;
}
