// heddle: assertion
// One pops at the front, one at the back; with one item left both find it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int front, back = 2, taken[2];

static void *pop_front(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        int f = atomic_load(&front);
        if (f < atomic_load(&back)) {
            assert(atomic_fetch_add(&taken[f], 1) == 0);
            atomic_store(&front, f + 1);
        }
    }
    return NULL;
}

static void *pop_back(void *arg) {
    (void)arg;
    int b = atomic_load(&back) - 1;
    if (b >= atomic_load(&front)) {
        atomic_store(&back, b);
        assert(atomic_fetch_add(&taken[b], 1) == 0);
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, pop_front, NULL);
    pthread_create(&t[1], NULL, pop_back, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
