// heddle: deadlock
// A C11 condition is signalled before anyone waits, and no predicate remembers it.
#include <stddef.h>
#include <threads.h>

static mtx_t lock;
static cnd_t ready;

static int waiter(void *arg) {
    (void)arg;
    mtx_lock(&lock);
    cnd_wait(&ready, &lock);
    mtx_unlock(&lock);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&lock, mtx_plain);
    cnd_init(&ready);
    thrd_create(&t, waiter, NULL);
    mtx_lock(&lock);
    cnd_signal(&ready);
    mtx_unlock(&lock);
    thrd_join(t, NULL);
    return 0;
}
