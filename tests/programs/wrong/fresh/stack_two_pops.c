// heddle: assertion
// A lock-free stack without tags: a pop is overtaken by two pops and a push.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct node {
    atomic_int next, taken;
} nodes[3];
static atomic_int top;

static int pop(void) {
    for (;;) {
        int t = atomic_load(&top);
        if (t < 0)
            return -1;
        int next = atomic_load(&nodes[t].next);
        if (atomic_compare_exchange_strong(&top, &t, next))
            return t;
    }
}

static void push(int i) {
    int t = atomic_load(&top);
    do {
        atomic_store(&nodes[i].next, t);
    } while (!atomic_compare_exchange_strong(&top, &t, i));
}

static void take(int i) {
    if (i >= 0)
        assert(atomic_fetch_add(&nodes[i].taken, 1) == 0);
}

static void *one(void *arg) {
    (void)arg;
    take(pop());
    take(pop());
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    int a = pop(), b = pop();
    if (a >= 0) {
        push(a);
        take(b);
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 3; i++)
        atomic_store(&nodes[i].next, i < 2 ? i + 1 : -1);
    pthread_create(&t[0], NULL, one, NULL);
    pthread_create(&t[1], NULL, two, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
