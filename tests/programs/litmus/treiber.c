// heddle: dpor N=1:40 N=2:6372
// Treiber stack on static nodes: two threads, N rounds of pushing a fresh node of their own and popping any.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 1
#endif

struct node {
    struct node *_Atomic next;
};

struct node nodes[2][N];
struct node *_Atomic top;

static void push(struct node *node)
{
    struct node *old = top;
    do
        node->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, node)); // failure reloads old
}

static struct node *pop(void)
{
    struct node *old = top;
    while (old != NULL && !atomic_compare_exchange_strong(&top, &old, old->next))
        ;
    return old;
}

static void *push_and_pop(void *arg)
{
    for (int i = 0; i < N; i++) {
        push(&nodes[(long)arg][i]);
        pop();
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, push_and_pop, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
