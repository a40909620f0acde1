// heddle: use-after-free
// The owner of a deque grows its array and frees the old one while a thief still reads from it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *array;

static void *owner(void *arg) {
    (void)arg;
    int *larger = calloc(4, sizeof *larger), *old = array;
    larger[0] = old[0];
    __atomic_store_n(&array, larger, __ATOMIC_SEQ_CST);
    free(old);
    return NULL;
}

static void *thief(void *arg) {
    (void)arg;
    int *a = __atomic_load_n(&array, __ATOMIC_SEQ_CST);
    volatile int item = a[0];
    (void)item;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    array = calloc(2, sizeof *array);
    pthread_create(&t[0], NULL, thief, NULL);
    pthread_create(&t[1], NULL, owner, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
