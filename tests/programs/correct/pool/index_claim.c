// heddle: none
// Workers claim array indices with an atomic counter, so every cell has one owner and needs no lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { CELLS = 4 };
static atomic_int next_cell;
static int cells[CELLS];

static void *worker(void *arg) {
    (void)arg;
    int i;
    while ((i = atomic_fetch_add_explicit(&next_cell, 1, memory_order_relaxed)) < CELLS)
        cells[i] += i;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < CELLS; i++)
        assert(cells[i] == i);
    return 0;
}
