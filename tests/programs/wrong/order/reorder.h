// THREADS - 1 setters, created first, and one checker, created last.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b;

static void *setter(void *arg) {
    (void)arg;
    atomic_store(&a, 1);
    atomic_store(&b, -1);
    return NULL;
}

static void *checker(void *arg) {
    (void)arg;
    int x = atomic_load(&a);
    int y = atomic_load(&b);
    assert((x == 0 && y == 0) || (x == 1 && y == -1));
    return NULL;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS - 1; i++)
        pthread_create(&t[i], NULL, setter, NULL);
    pthread_create(&t[THREADS - 1], NULL, checker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
