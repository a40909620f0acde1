// heddle: assertion
// Four threads add their part of an array; the shared index is read and advanced in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static int values[4] = {1, 2, 3, 4};
static atomic_int at, sum;

static void *add(void *arg) {
    (void)arg;
    int i = atomic_load(&at);
    atomic_store(&at, i + 1);
    atomic_fetch_add(&sum, values[i]);
    return NULL;
}

int main(void) {
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(atomic_load(&sum) == 10);
    return 0;
}
