// heddle: none
// Nobody ever signals, so a timed wait ends with ETIMEDOUT and holds the mutex again.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int entered;

static void *waiter(void *arg) {
    (void)arg;
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += 1;
    int rc = 0;
    pthread_mutex_lock(&lock);
    entered++;
    while (rc == 0)
        rc = pthread_cond_timedwait(&never, &lock, &t);
    assert(rc == ETIMEDOUT);
    entered--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    assert(entered == 0 || entered == 1);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    assert(entered == 0);
    return 0;
}
