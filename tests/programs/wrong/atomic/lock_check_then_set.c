// heddle: assertion
// A home-made lock looks at the flag and sets it in two steps.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int busy, inside;

static void *worker(void *arg) {
    (void)arg;
    while (atomic_load(&busy))
        sched_yield();
    atomic_store(&busy, 1);
    int before = atomic_fetch_add(&inside, 1);
    assert(before == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&busy, 0);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
