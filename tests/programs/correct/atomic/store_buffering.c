// heddle: none
// With sequentially consistent atomics two threads that each set a flag cannot both miss the other's.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int saw_x, saw_y;

static void *first(void *arg) {
    (void)arg;
    atomic_store(&x, 1);
    saw_y = atomic_load(&y);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    atomic_store(&y, 1);
    saw_x = atomic_load(&x);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(saw_x || saw_y);
    return 0;
}
