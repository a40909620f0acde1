// heddle: none
// A timed wait that may end by signal or by time; both outcomes are handled.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond;
static int ready, gave_up;

static void *waiter(void *arg) {
    (void)arg;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += 1000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    int rc = 0;
    pthread_mutex_lock(&lock);
    while (!ready && rc == 0)
        rc = pthread_cond_timedwait(&cond, &lock, &t);
    assert(rc == 0 || rc == ETIMEDOUT);
    gave_up = !ready;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&cond, &attr);
    pthread_condattr_destroy(&attr);

    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    assert(gave_up == 0 || gave_up == 1);
    pthread_cond_destroy(&cond);
    return 0;
}
