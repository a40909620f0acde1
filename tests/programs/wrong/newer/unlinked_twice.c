// heddle: double-free|use-after-free
// Two threads look for expired nodes without the lock and take it only to unlink what they found.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    _Atomic(struct node *) next;
    int expired;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct node *) head;

static void *sweep(void *arg) {
    (void)arg;
    struct node *n = atomic_load(&head);
    if (n && n->expired) {
        pthread_mutex_lock(&lock);
        atomic_store(&head, atomic_load(&n->next));
        free(n);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct node *n = calloc(1, sizeof *n);
    n->expired = 1;
    atomic_store(&head, n);
    pthread_create(&a, NULL, sweep, NULL);
    pthread_create(&b, NULL, sweep, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
