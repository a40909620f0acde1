// heddle: none
// A seqlock with relaxed atomic data and the proper fences: a reader with a stable even count saw one version.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint seq;
static atomic_int left, right;

static void *writer(void *arg) {
    (void)arg;
    for (int v = 1; v <= 2; v++) {
        unsigned s = atomic_load_explicit(&seq, memory_order_relaxed);
        atomic_store_explicit(&seq, s + 1, memory_order_relaxed);
        atomic_thread_fence(memory_order_release);
        atomic_store_explicit(&left, v, memory_order_relaxed);
        atomic_store_explicit(&right, -v, memory_order_relaxed);
        atomic_store_explicit(&seq, s + 2, memory_order_release);
    }
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    for (int tries = 0; tries < 3; tries++) {
        unsigned before = atomic_load_explicit(&seq, memory_order_acquire);
        int l = atomic_load_explicit(&left, memory_order_relaxed);
        int r = atomic_load_explicit(&right, memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        unsigned after = atomic_load_explicit(&seq, memory_order_relaxed);
        if (before == after && before % 2 == 0) {
            assert(l == -r);
            break;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    assert(seq == 4);
    return 0;
}
