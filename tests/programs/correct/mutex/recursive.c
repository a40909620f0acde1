// heddle: none
// A recursive mutex is taken twice by its owner; it is free only after the second unlock.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static int outer, inner;

static void bump_inner(void) {
    pthread_mutex_lock(&lock);
    inner++;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    (void)arg;
    int rc = pthread_mutex_lock(&lock);
    assert(rc == 0);
    assert(outer == inner);
    outer++;
    bump_inner();
    assert(outer == inner);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attr);
    pthread_mutexattr_destroy(&attr);

    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(outer == 2 && inner == 2);
    pthread_mutex_destroy(&lock);
    return 0;
}
