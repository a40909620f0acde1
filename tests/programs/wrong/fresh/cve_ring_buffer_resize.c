// heddle: out-of-bounds
// A write into a ring uses the old mask after the ring was exchanged for a smaller one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *volatile ring;
static volatile int size = 8;

static void *write_ring(void *arg) {
    (void)arg;
    int n = size;
    ring[n - 1] = 1;
    return NULL;
}

static void *shrink(void *arg) {
    (void)arg;
    ring = malloc(4);
    size = 4;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    ring = malloc(8);
    pthread_create(&t[0], NULL, write_ring, NULL);
    pthread_create(&t[1], NULL, shrink, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
