// heddle: deadlock
// Two C11 threads take two mtx_t in opposite orders.
#include <stddef.h>
#include <threads.h>

static mtx_t a, b;

static int forwards(void *arg) {
    (void)arg;
    mtx_lock(&a);
    mtx_lock(&b);
    mtx_unlock(&b);
    mtx_unlock(&a);
    return 0;
}

static int backwards(void *arg) {
    (void)arg;
    mtx_lock(&b);
    mtx_lock(&a);
    mtx_unlock(&a);
    mtx_unlock(&b);
    return 0;
}

int main(void) {
    thrd_t t, u;
    mtx_init(&a, mtx_plain);
    mtx_init(&b, mtx_plain);
    thrd_create(&t, forwards, NULL);
    thrd_create(&u, backwards, NULL);
    thrd_join(t, NULL);
    thrd_join(u, NULL);
    mtx_destroy(&a);
    mtx_destroy(&b);
    return 0;
}
