// heddle: use-after-free|double-free|data-race
// The count lives in the object and is read again after the decrement, when the other holder may have freed it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int refs;
};

static void *holder(void *arg) {
    struct object *o = arg;
    atomic_store(&o->refs, atomic_load(&o->refs) - 1);
    if (atomic_load(&o->refs) == 0)
        free(o);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct object *o = malloc(sizeof *o);
    atomic_init(&o->refs, 2);
    pthread_create(&a, NULL, holder, o);
    pthread_create(&b, NULL, holder, o);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
