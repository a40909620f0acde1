// heddle: assertion
// Two threads add to each other's number three times; only strict alternation reaches the largest sum.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int i = 1, j = 1;

static void *first(void *arg) {
    (void)arg;
    for (int k = 0; k < 3; k++)
        atomic_store(&i, atomic_load(&i) + atomic_load(&j));
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    for (int k = 0; k < 3; k++)
        atomic_store(&j, atomic_load(&j) + atomic_load(&i));
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&i) < 21 && atomic_load(&j) < 21);
    return 0;
}
