// heddle: assertion
// Each thread of a ring copies its neighbour's count plus one, but nothing makes them run in ring order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stddef.h>

enum { THREADS = 4 };
static atomic_int cell[THREADS];

static void *member(void *arg) {
    int me = (int)(intptr_t)arg;
    int before = atomic_load(&cell[(me + THREADS - 1) % THREADS]);
    atomic_store(&cell[me], before + 1);
    return NULL;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, member, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < THREADS; i++)
        assert(cell[i] == i + 1);
    return 0;
}
