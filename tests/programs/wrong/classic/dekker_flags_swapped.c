// heddle: assertion
// Mutual exclusion by flags where each thread raises its flag only after it has looked at the other's.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int flags[2], inside;

static void enter(int me) {
    if (!atomic_load(&flags[1 - me])) {
        atomic_store(&flags[me], 1);
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        atomic_store(&flags[me], 0);
    }
}

static void *zero(void *arg) {
    (void)arg;
    enter(0);
    return NULL;
}

static void *one(void *arg) {
    (void)arg;
    enter(1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, zero, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
