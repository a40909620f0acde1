// heddle: none
// Producers append by exchanging the tail and then linking; the consumer follows links until it has every item.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    _Atomic(struct node *) next;
};
enum { PRODUCERS = 2 };
static struct node stub, nodes[PRODUCERS];
static _Atomic(struct node *) tail = &stub;

static void *producer(void *arg) {
    struct node *n = arg;
    n->value = (int)(n - nodes) + 1;
    struct node *before = atomic_exchange_explicit(&tail, n, memory_order_acq_rel);
    atomic_store_explicit(&before->next, n, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t t[PRODUCERS];
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&t[i], NULL, producer, &nodes[i]);
    int sum = 0;
    struct node *at = &stub;
    for (int got = 0; got < PRODUCERS; got++) {
        struct node *next;
        while (!(next = atomic_load_explicit(&at->next, memory_order_acquire)))
            sched_yield();
        sum += next->value;
        at = next;
    }
    assert(sum == 3);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
