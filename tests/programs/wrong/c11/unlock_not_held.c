// heddle: lock-misuse
// A mtx_t is unlocked although the try to lock it may have failed.
#include <stddef.h>
#include <threads.h>

static mtx_t lock;
static int value;

static int worker(void *arg) {
    (void)arg;
    if (mtx_trylock(&lock) == thrd_success)
        value++;
    mtx_unlock(&lock);
    return 0;
}

int main(void) {
    thrd_t t, u;
    mtx_init(&lock, mtx_plain);
    thrd_create(&t, worker, NULL);
    thrd_create(&u, worker, NULL);
    thrd_join(t, NULL);
    thrd_join(u, NULL);
    return 0;
}
