// heddle: assertion|livelock
// A lock-free stack in an array: a stale head passes the compare-and-swap after five preemptions, and two threads own one element.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#define ELEMENTS 3
static struct element {
    atomic_int owner, next;
} elements[ELEMENTS];
static atomic_int head, count = ELEMENTS;

static int pop(void) {
    while (atomic_load(&count) > 1) {
        int top = atomic_load(&head);
        int next = atomic_exchange(&elements[top].next, -1);
        if (next < 0)
            continue;
        if (atomic_compare_exchange_strong(&head, &top, next)) {
            atomic_fetch_sub(&count, 1);
            return top;
        }
        atomic_exchange(&elements[top].next, next);
    }
    return -1;
}

static void push(int i) {
    int top = atomic_load(&head);
    do {
        atomic_store(&elements[i].next, top);
    } while (!atomic_compare_exchange_strong(&head, &top, i));
    atomic_fetch_add(&count, 1);
}

static void *worker(void *arg) {
    int me = (int)(size_t)arg;
    for (int i = 0; i < 2; i++) {
        int e = pop();
        if (e >= 0) {
            atomic_store(&elements[e].owner, me);
            assert(atomic_load(&elements[e].owner) == me);
            push(e);
        }
    }
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < ELEMENTS; i++)
        atomic_store(&elements[i].next, i + 1 < ELEMENTS ? i + 1 : -1);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, (void *)(size_t)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
