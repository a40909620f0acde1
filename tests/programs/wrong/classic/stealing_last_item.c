// heddle: assertion
// The owner of a work-stealing queue takes the last item without looking whether a thief has just taken it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#define ITEMS 3
static atomic_int head, tail;
static atomic_int taken[ITEMS];

static void take(int i) { assert(atomic_fetch_add(&taken[i], 1) == 0); }

static void *owner(void *arg) {
    (void)arg;
    for (int i = 0; i < ITEMS; i++)
        atomic_fetch_add(&tail, 1);
    for (;;) {
        int t = atomic_load(&tail) - 1;
        atomic_store(&tail, t);
        int h = atomic_load(&head);
        if (t < h) {
            atomic_store(&tail, h);
            return NULL;
        }
        take(t);
    }
}

static void *thief(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        int h = atomic_load(&head);
        if (h < atomic_load(&tail) && atomic_compare_exchange_strong(&head, &h, h + 1))
            take(h);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, owner, NULL);
    pthread_create(&b, NULL, thief, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
