// heddle: none
// A semaphore nobody posts makes sem_timedwait fail with ETIMEDOUT.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t never;

static void *waiter(void *arg) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += 1;
    int rc = sem_timedwait(&never, &t);
    assert(rc == -1 && errno == ETIMEDOUT);
    *(int *)arg = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    int done = 0;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, waiter, &done);
    pthread_join(t, NULL);
    assert(done == 1);
    sem_destroy(&never);
    return 0;
}
