// heddle: assertion
// A home-made once sets its atomic flag before the work, so the second caller does not wait for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int started, table;

static void *user(void *arg) {
    (void)arg;
    if (!atomic_exchange(&started, 1))
        atomic_store(&table, 42);
    assert(atomic_load(&table) == 42);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
