// heddle: none
// pthread_exit called deep in a thread hands its value to join, as returning from the start routine does.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stddef.h>

static void leave(intptr_t value) { pthread_exit((void *)value); }

static void *by_exit(void *arg) {
    leave((intptr_t)arg * 2);
    assert(!"not reached");
    return NULL;
}

static void *by_return(void *arg) { return (void *)((intptr_t)arg * 3); }

int main(void) {
    pthread_t a, b;
    void *ra, *rb;
    pthread_create(&a, NULL, by_exit, (void *)10);
    pthread_create(&b, NULL, by_return, (void *)10);
    pthread_join(a, &ra);
    pthread_join(b, &rb);
    assert((intptr_t)ra == 20 && (intptr_t)rb == 30);
    return 0;
}
