// heddle: null-dereference
// The flag that says initialised is set before the pointer.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static volatile int initialised;
static int *volatile table;

static void *init(void *arg) {
    (void)arg;
    if (!initialised) {
        initialised = 1;
        table = calloc(4, sizeof *table);
    }
    return NULL;
}

static void *use(void *arg) {
    (void)arg;
    if (initialised)
        table[2] = 1;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, init, NULL);
    pthread_create(&t[1], NULL, use, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
