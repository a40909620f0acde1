// heddle: none
// Double-checked locking done right: the pointer is published with release and read with acquire.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config { int a, b; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct config *) instance;
static int made; // under lock

static struct config *get(void) {
    struct config *c = atomic_load_explicit(&instance, memory_order_acquire);
    if (c)
        return c;
    pthread_mutex_lock(&lock);
    c = atomic_load_explicit(&instance, memory_order_relaxed);
    if (!c) {
        c = malloc(sizeof *c);
        c->a = 1;
        c->b = 2;
        made++;
        atomic_store_explicit(&instance, c, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return c;
}

static void *user(void *arg) {
    (void)arg;
    struct config *c = get();
    assert(c->a == 1 && c->b == 2);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, user, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(made == 1);
    free(atomic_load(&instance));
    return 0;
}
