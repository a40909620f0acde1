// heddle: none
// Immutable versions are published by exchanging a pointer; old ones are freed only after the readers joined.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct version { int number, twice; };
static _Atomic(struct version *) current;

static struct version *make(int n) {
    struct version *v = malloc(sizeof *v);
    v->number = n;
    v->twice = 2 * n;
    return v;
}

static void *reader(void *arg) {
    (void)arg;
    int last = 0;
    for (int i = 0; i < 2; i++) {
        struct version *v = atomic_load_explicit(&current, memory_order_acquire);
        assert(v->twice == 2 * v->number);
        assert(v->number >= last);
        last = v->number;
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    struct version *old[2];
    atomic_init(&current, make(1));
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, reader, NULL);
    for (int i = 0; i < 2; i++)
        old[i] = atomic_exchange_explicit(&current, make(i + 2), memory_order_acq_rel);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(old[0]->number == 1 && old[1]->number == 2);
    free(old[0]);
    free(old[1]);
    free(atomic_load(&current));
    return 0;
}
