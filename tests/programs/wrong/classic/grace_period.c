// heddle: use-after-free
// The updater frees the old version when it saw no reader, but a reader may have fetched the pointer and not counted itself yet.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *current;
static int readers;

static void *reader(void *arg) {
    (void)arg;
    int *p = __atomic_load_n(&current, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&readers, 1, __ATOMIC_SEQ_CST);
    volatile int value = *p;
    (void)value;
    __atomic_fetch_sub(&readers, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

static void *updater(void *arg) {
    (void)arg;
    int *fresh = calloc(1, sizeof *fresh);
    int *old = __atomic_exchange_n(&current, fresh, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&readers, __ATOMIC_SEQ_CST) == 0)
        free(old);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    current = calloc(1, sizeof *current);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_create(&c, NULL, updater, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
