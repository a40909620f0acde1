// heddle: out-of-bounds
// A length is checked with one atomic load and used from a second one, so memcpy can run past the heap block.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 16 };
static const char source[64];
static atomic_size_t length = 8;

static void *copier(void *arg) {
    if (atomic_load(&length) <= SIZE)
        memcpy(arg, source, atomic_load(&length));
    return NULL;
}

int main(void) {
    pthread_t t;
    char *target = malloc(SIZE);
    pthread_create(&t, NULL, copier, target);
    atomic_store(&length, sizeof source);
    pthread_join(t, NULL);
    free(target);
    return 0;
}
