// heddle: signal
// A watchdog raises SIGTERM when it runs before the worker has reported.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int reported;

static void *worker(void *arg) {
    (void)arg;
    atomic_store(&reported, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (!atomic_load(&reported))
        raise(SIGTERM);
    pthread_join(t, NULL);
    return 0;
}
