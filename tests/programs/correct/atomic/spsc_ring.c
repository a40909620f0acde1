// heddle: none
// A single-producer single-consumer ring passes plain slots by release/acquire on head and tail.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

enum { SLOTS = 2, ITEMS = 3 };
static int ring[SLOTS];
static atomic_int head, tail; // head: next to read, tail: next to write

static void *producer(void *arg) {
    (void)arg;
    for (int i = 0; i < ITEMS; i++) {
        while (i - atomic_load_explicit(&head, memory_order_acquire) == SLOTS)
            sched_yield();
        ring[i % SLOTS] = 10 + i;
        atomic_store_explicit(&tail, i + 1, memory_order_release);
    }
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    for (int i = 0; i < ITEMS; i++) {
        while (atomic_load_explicit(&tail, memory_order_acquire) == i)
            sched_yield();
        assert(ring[i % SLOTS] == 10 + i);
        atomic_store_explicit(&head, i + 1, memory_order_release);
    }
    return NULL;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    assert(head == ITEMS && tail == ITEMS);
    return 0;
}
