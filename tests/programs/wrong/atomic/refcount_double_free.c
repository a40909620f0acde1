// heddle: double-free|data-race
// The count goes down atomically but is read again for the test, so both holders can see zero and free.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int refs = 2;
static int *object;

static void *holder(void *arg) {
    (void)arg;
    atomic_fetch_sub(&refs, 1);
    if (atomic_load(&refs) == 0)
        free(object);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    object = malloc(sizeof *object);
    pthread_create(&a, NULL, holder, NULL);
    pthread_create(&b, NULL, holder, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
