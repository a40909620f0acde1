// heddle: leak oracle=leak
// Two threads create a cache entry when there is none; if both do, the first block is overwritten and lost.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) cache;

static void *fill(void *arg) {
    (void)arg;
    if (!atomic_load(&cache)) {
        int *p = malloc(sizeof *p);
        *p = 1;
        atomic_store(&cache, p);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, fill, NULL);
    pthread_create(&b, NULL, fill, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(atomic_load(&cache));
    return 0;
}
