// heddle: livelock
// Both threads announce that they want in and then wait until the other does not; nobody gives way.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stddef.h>

static atomic_int wants[2];
static int counter;

static void *worker(void *arg) {
    int me = (int)(intptr_t)arg;
    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[1 - me]))
        sched_yield();
    counter++;
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return counter != 2;
}
