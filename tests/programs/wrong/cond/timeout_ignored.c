// heddle: assertion
// The result of a timed wait is not looked at, as if the event must have come.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *setter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct timespec limit;
    pthread_create(&t, NULL, setter, NULL);
    clock_gettime(CLOCK_REALTIME, &limit); // expires at once
    pthread_mutex_lock(&lock);
    if (!ready)
        pthread_cond_timedwait(&changed, &lock, &limit);
    assert(ready);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
