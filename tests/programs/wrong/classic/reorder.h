// SETTERS threads set a and then b under no lock; a checker looks at b and then at a.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b, started;

static void *set(void *arg) {
    (void)arg;
    atomic_fetch_add(&started, 1);
    atomic_store(&a, 1);
    atomic_store(&b, -1);
    return NULL;
}

static void *check(void *arg) {
    (void)arg;
    int x = atomic_load(&a), y = atomic_load(&b);
    assert(x + y == 0);
    return NULL;
}

int main(void) {
    pthread_t t[SETTERS + 1];
    for (int i = 0; i < SETTERS; i++)
        pthread_create(&t[i], NULL, set, NULL);
    pthread_create(&t[SETTERS], NULL, check, NULL);
    for (int i = 0; i <= SETTERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
