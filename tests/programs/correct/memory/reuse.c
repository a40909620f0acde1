// heddle: none
// Threads allocate, grow and free blocks of the same size; an address used again is a new block, not a race.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    int mine = *(int *)arg;
    for (int i = 0; i < 2; i++) {
        int *p = malloc(2 * sizeof *p);
        p[0] = p[1] = mine;
        p = realloc(p, 4 * sizeof *p);
        p[3] = mine;
        assert(p[0] == mine && p[1] == mine && p[3] == mine);
        free(p);
        char *q = calloc(3, 1);
        assert(q[0] == 0 && q[2] == 0);
        free(q);
    }
    return NULL;
}

int main(void) {
    int one = 1, two = 2;
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &one);
    pthread_create(&b, NULL, worker, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(NULL);
    return 0;
}
