// heddle: none
// A test-and-set lock on atomic_flag that yields while busy protects a plain counter.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int counter;

static void *worker(void *arg) {
    (void)arg;
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        sched_yield();
    counter++;
    atomic_flag_clear_explicit(&busy, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(counter == 3);
    return 0;
}
