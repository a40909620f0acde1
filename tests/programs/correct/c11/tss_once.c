// heddle: none
// call_once creates a tss key for all; each thread's value meets the destructor when the thread ends.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int keys;
static atomic_int destroyed;

static void destroy(void *p) {
    free(p);
    atomic_fetch_add(&destroyed, 1);
}

static void make_key(void) {
    assert(tss_create(&key, destroy) == thrd_success);
    keys++;
}

static int worker(void *arg) {
    call_once(&once, make_key);
    assert(tss_get(key) == NULL);
    int *p = malloc(sizeof *p);
    *p = *(int *)arg;
    tss_set(key, p);
    thrd_yield();
    int got = *(int *)tss_get(key);
    if (got == 2)
        thrd_exit(20);
    return got * 10;
}

int main(void) {
    int one = 1, two = 2, ra, rb;
    thrd_t a, b;
    thrd_create(&a, worker, &one);
    thrd_create(&b, worker, &two);
    thrd_join(a, &ra);
    thrd_join(b, &rb);
    assert(ra == 10 && rb == 20);
    assert(keys == 1 && destroyed == 2);
    tss_delete(key);
    return 0;
}
