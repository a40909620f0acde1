// heddle: none
// The old __sync builtins are full barriers: a lock and a counter built on them are exact.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static int lock, atomic_total, plain_total;

static void *worker(void *arg) {
    (void)arg;
    __sync_fetch_and_add(&atomic_total, 2);
    __sync_sub_and_fetch(&atomic_total, 1);
    while (__sync_lock_test_and_set(&lock, 1))
        sched_yield();
    plain_total++;
    __sync_lock_release(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(plain_total == 2);
    assert(__sync_bool_compare_and_swap(&atomic_total, 2, 9));
    assert(__sync_val_compare_and_swap(&atomic_total, 9, 1) == 9);
    return 0;
}
