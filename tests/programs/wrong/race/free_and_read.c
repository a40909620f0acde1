// heddle: data-race|use-after-free
// main frees the block that a worker may still read.
#include <pthread.h>
#include <stdlib.h>

static void *reader(void *arg) {
    return *(int *)arg == 7 ? NULL : arg;
}

int main(void) {
    pthread_t t;
    int *p = malloc(sizeof *p);
    *p = 7;
    pthread_create(&t, NULL, reader, p);
    free(p);
    pthread_join(t, NULL);
    return 0;
}
