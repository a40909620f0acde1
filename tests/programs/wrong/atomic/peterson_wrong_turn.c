// heddle: assertion
// Peterson's lock where each thread gives the turn to itself: both can enter.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stddef.h>

static atomic_int wants[2], turn, inside;

static void *worker(void *arg) {
    int me = (int)(intptr_t)arg, other = 1 - me;
    atomic_store(&wants[me], 1);
    atomic_store(&turn, me); // should be other
    while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
        sched_yield();
    int before = atomic_fetch_add(&inside, 1);
    assert(before == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
