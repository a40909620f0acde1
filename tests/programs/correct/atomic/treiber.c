// heddle: none
// A Treiber stack is pushed to concurrently with compare-and-swap and emptied after the join.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};
static _Atomic(struct node *) top;
static struct node nodes[4];

static void push(struct node *n) {
    n->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&top, &n->next, n, memory_order_release,
                                                  memory_order_relaxed))
        ;
}

static void *pusher(void *arg) {
    struct node *mine = arg;
    for (int i = 0; i < 2; i++) {
        mine[i].value = 1;
        push(&mine[i]);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, pusher, &nodes[0]);
    pthread_create(&b, NULL, pusher, &nodes[2]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sum = 0, length = 0;
    for (struct node *n = atomic_load(&top); n; n = n->next) {
        sum += n->value;
        length++;
        assert(length <= 4);
    }
    assert(sum == 4 && length == 4);
    return 0;
}
