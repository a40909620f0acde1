// heddle: data-race
// Each thread overwrites its slot right after reading its neighbour's; a second barrier is missing.
#include <pthread.h>
#include <stdint.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int slot[2];

static void *worker(void *arg) {
    int me = (int)(intptr_t)arg;
    slot[me] = 1;
    pthread_barrier_wait(&barrier);
    int other = slot[1 - me];
    slot[me] = other + 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
