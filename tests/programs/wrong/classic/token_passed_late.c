// heddle: assertion
// A token goes round three threads; each checks whether it is its turn, and passes it on in a second step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int token, rounds, holders;

static void turn(int me) {
    for (int i = 0; i < 2; i++) {
        if (atomic_load(&token) % 3 == me) {
            assert(atomic_fetch_add(&holders, 1) == 0);
            atomic_store(&token, atomic_load(&rounds) + 1);
            atomic_fetch_add(&rounds, 1);
            atomic_fetch_sub(&holders, 1);
        }
    }
}

static void *zero(void *arg) {
    (void)arg;
    turn(0);
    return NULL;
}

static void *one(void *arg) {
    (void)arg;
    turn(1);
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    turn(2);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, zero, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_create(&c, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
