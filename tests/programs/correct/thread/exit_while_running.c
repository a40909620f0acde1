// heddle: none
// main calls exit while a detached thread may still run; the thread touches only static atomics.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int steps;

static void *wanderer(void *arg) {
    (void)arg;
    for (int i = 0; i < 4; i++)
        atomic_fetch_add(&steps, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, wanderer, NULL);
    pthread_detach(t);
    exit(atomic_load(&steps) > 4);
}
