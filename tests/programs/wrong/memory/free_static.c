// heddle: invalid-free
// A heap value is replaced by a static default, which main then hands to free in one order of events.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int fallback = 1;
static _Atomic(int *) value;

static void *reset(void *arg) {
    (void)arg;
    atomic_exchange(&value, &fallback);
    return NULL;
}

int main(void) {
    pthread_t t;
    atomic_store(&value, malloc(sizeof(int)));
    pthread_create(&t, NULL, reset, NULL);
    free(atomic_exchange(&value, NULL));
    pthread_join(t, NULL);
    return 0;
}
