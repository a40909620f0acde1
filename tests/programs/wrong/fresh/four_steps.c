// heddle: assertion
// Two threads advance a shared state in turn; only one of many orders takes it through all four.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state;

static void *even(void *arg) {
    (void)arg;
    int s = 0;
    atomic_compare_exchange_strong(&state, &s, 1);
    s = 2;
    atomic_compare_exchange_strong(&state, &s, 3);
    return NULL;
}

static void *odd(void *arg) {
    (void)arg;
    int s = 1;
    atomic_compare_exchange_strong(&state, &s, 2);
    s = 3;
    atomic_compare_exchange_strong(&state, &s, 4);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, even, NULL);
    pthread_create(&t[1], NULL, odd, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(atomic_load(&state) != 4);
    return 0;
}
