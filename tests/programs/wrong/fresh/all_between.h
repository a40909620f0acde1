// THREADS threads enter and leave; a watcher asserts that not all are inside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int inside;

static void *visit(void *arg) {
    (void)arg;
    atomic_fetch_add(&inside, 1);
    atomic_fetch_sub(&inside, 1);
    return NULL;
}

static void *watch(void *arg) {
    (void)arg;
    assert(atomic_load(&inside) < THREADS);
    return NULL;
}

int main(void) {
    pthread_t t[THREADS + 1];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, visit, NULL);
    pthread_create(&t[THREADS], NULL, watch, NULL);
    for (int i = 0; i <= THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
