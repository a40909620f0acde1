// heddle: none
// Relaxed fetch_add never loses an update; the total is read after joining.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int hits;

static void *worker(void *arg) {
    (void)arg;
    for (int i = 0; i < 3; i++)
        atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(atomic_load_explicit(&hits, memory_order_relaxed) == 9);
    return 0;
}
