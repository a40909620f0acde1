// heddle: assertion
// The seqlock reader compares the two counts but does not refuse an odd one, so it can read a half-written pair.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint seq;
static atomic_int left, right;

static void *writer(void *arg) {
    (void)arg;
    atomic_fetch_add(&seq, 1);
    atomic_store(&left, 1);
    atomic_store(&right, 1);
    atomic_fetch_add(&seq, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    unsigned before = atomic_load(&seq);
    int l = atomic_load(&left), r = atomic_load(&right);
    unsigned after = atomic_load(&seq);
    if (before == after)
        assert(l == r);
    pthread_join(t, NULL);
    return 0;
}
