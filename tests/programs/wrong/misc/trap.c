// heddle: signal
// A state that the author thought impossible runs into a trap instruction.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state;

static void *worker(void *arg) {
    (void)arg;
    atomic_store(&state, 1);
    atomic_store(&state, 2);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    switch (atomic_load(&state)) {
    case 0:
    case 2:
        break;
    default:
        __builtin_trap();
    }
    pthread_join(t, NULL);
    return 0;
}
