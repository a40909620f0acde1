// heddle: none
// _Thread_local variables start from their initialiser in every thread and never interfere.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static _Thread_local int counter = 10;
static _Thread_local struct { int a, b; } zeroed;
static int *addresses[2];

static void *worker(void *arg) {
    int **slot = arg;
    assert(counter == 10 && zeroed.a == 0 && zeroed.b == 0);
    counter += (int)(slot - addresses) + 1;
    zeroed.a = counter;
    assert(counter == 11 + (int)(slot - addresses));
    assert(zeroed.a == counter);
    *slot = &counter;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    counter = 99;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &addresses[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(counter == 99);
    assert(addresses[0] != &counter && addresses[1] != &counter);
    return 0;
}
