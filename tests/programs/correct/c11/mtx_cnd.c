// heddle: none
// C11 threads hand numbers over one slot with a mutex and two condition variables; thrd_join returns the sum.
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static cnd_t full, vacant;
static int slot; // 0: vacant

static int consumer(void *arg) {
    int sum = 0;
    for (int i = 0; i < *(int *)arg; i++) {
        mtx_lock(&lock);
        while (slot == 0)
            cnd_wait(&full, &lock);
        sum += slot;
        slot = 0;
        cnd_signal(&vacant);
        mtx_unlock(&lock);
    }
    return sum;
}

int main(void) {
    int items = 3, sum;
    thrd_t t;
    assert(mtx_init(&lock, mtx_plain) == thrd_success);
    cnd_init(&full);
    cnd_init(&vacant);
    assert(thrd_create(&t, consumer, &items) == thrd_success);
    for (int i = 1; i <= 3; i++) {
        mtx_lock(&lock);
        while (slot != 0)
            cnd_wait(&vacant, &lock);
        slot = i;
        cnd_broadcast(&full);
        mtx_unlock(&lock);
    }
    thrd_join(t, &sum);
    assert(sum == 6);
    cnd_destroy(&full);
    cnd_destroy(&vacant);
    mtx_destroy(&lock);
    return 0;
}
