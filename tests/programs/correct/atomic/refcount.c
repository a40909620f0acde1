// heddle: none
// The holder whose fetch_sub takes the count from one to zero frees the object, and only it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int refs;
    int value;
};
static atomic_int freed;

static void drop(struct object *o) {
    if (atomic_fetch_sub_explicit(&o->refs, 1, memory_order_acq_rel) == 1) {
        o->value = 0;
        free(o);
        atomic_fetch_add(&freed, 1);
    }
}

static void *holder(void *arg) {
    struct object *o = arg;
    assert(o->value == 5);
    drop(o);
    return NULL;
}

int main(void) {
    struct object *o = malloc(sizeof *o);
    atomic_init(&o->refs, 3);
    o->value = 5;
    pthread_t a, b;
    pthread_create(&a, NULL, holder, o);
    pthread_create(&b, NULL, holder, o);
    assert(o->value == 5);
    drop(o);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(freed == 1);
    return 0;
}
