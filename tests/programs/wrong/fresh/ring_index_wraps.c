// heddle: out-of-bounds
// The consumer wraps the index in two steps; the other consumer reads it in between.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define SIZE 3
static int *ring;
static volatile int at = SIZE - 1;
static volatile int sum;

static void *consume(void *arg) {
    (void)arg;
    sum += ring[at];
    at = at + 1;
    if (at == SIZE)
        at = 0;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    ring = calloc(SIZE, sizeof *ring);
    pthread_create(&t[0], NULL, consume, NULL);
    pthread_create(&t[1], NULL, consume, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
