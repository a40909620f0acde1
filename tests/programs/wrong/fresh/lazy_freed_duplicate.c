// heddle: use-after-free
// Whoever loses the race to initialise frees the published object instead of its own.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *get(void *arg) {
    (void)arg;
    int *mine = calloc(1, sizeof *mine), *none = NULL;
    if (__atomic_load_n(&shared, __ATOMIC_SEQ_CST) == NULL) {
        if (!__atomic_compare_exchange_n(&shared, &none, mine, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            free(none);
    }
    __atomic_fetch_add(__atomic_load_n(&shared, __ATOMIC_SEQ_CST), 1, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, get, NULL);
    pthread_create(&t[1], NULL, get, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
