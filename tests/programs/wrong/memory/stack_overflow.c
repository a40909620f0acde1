// heddle: stack-overflow
// Two threads link two nodes after checking that the other link is not there; if both pass, the recursion never ends.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    _Atomic(struct node *) next;
};
static struct node a, b;

static void *link_a(void *arg) {
    (void)arg;
    if (!atomic_load(&b.next))
        atomic_store(&a.next, &b);
    return NULL;
}

static void *link_b(void *arg) {
    (void)arg;
    if (!atomic_load(&a.next))
        atomic_store(&b.next, &a);
    return NULL;
}

static __attribute__((noinline)) int length(struct node *n) {
    char frame[2000];
    __asm__ __volatile__("" : : "r"(frame) : "memory");
    int rest = n ? length(atomic_load_explicit(&n->next, memory_order_relaxed)) + 1 : 0;
    __asm__ __volatile__("" : : "r"(frame) : "memory"); // the frame is needed until here
    return rest;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, link_a, NULL);
    pthread_create(&u, NULL, link_b, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return length(&a) > 2;
}
