// heddle: assertion
// A Treiber stack without tags: a top that was popped and pushed again passes the compare-and-swap with a stale next.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { NODES = 3 };
struct node {
    _Atomic(struct node *) next;
};
static struct node nodes[NODES];
static _Atomic(struct node *) top;
static struct node *owned[2];

static void push(struct node *n) {
    struct node *t = atomic_load(&top);
    do
        atomic_store(&n->next, t);
    while (!atomic_compare_exchange_strong(&top, &t, n));
}

static struct node *pop(void) {
    struct node *t = atomic_load(&top), *next;
    do
        next = atomic_load(&t->next); // never empty: three nodes, three pops
    while (!atomic_compare_exchange_strong(&top, &t, next));
    return t;
}

static void *popper(void *arg) {
    (void)arg;
    owned[0] = pop();
    return NULL;
}

static void *shuffler(void *arg) {
    (void)arg;
    struct node *first = pop();
    owned[1] = pop();
    push(first);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int places[NODES] = {0};
    for (int i = NODES; i-- > 0;)
        push(&nodes[i]);
    pthread_create(&a, NULL, popper, NULL);
    pthread_create(&b, NULL, shuffler, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    places[owned[0] - nodes]++;
    places[owned[1] - nodes]++;
    for (struct node *n = atomic_load(&top); n; n = atomic_load(&n->next))
        places[n - nodes]++;
    for (int i = 0; i < NODES; i++)
        assert(places[i] == 1);
    return 0;
}
