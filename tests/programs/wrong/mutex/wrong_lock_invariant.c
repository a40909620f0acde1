// heddle: assertion
// An invariant over two atomics is kept under one lock and checked under another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int left = 5, right = 5;

static void *mover(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    atomic_fetch_sub(&left, 1);
    atomic_fetch_add(&right, 1);
    pthread_mutex_unlock(&a);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, mover, NULL);
    pthread_mutex_lock(&b);
    int sum = atomic_load(&left);
    sum += atomic_load(&right);
    assert(sum == 10);
    pthread_mutex_unlock(&b);
    pthread_join(t, NULL);
    return 0;
}
