// heddle: none
// A timed lock on a mutex held by main must time out; once main has released it, it must succeed.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static struct timespec soon(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += 20 * 1000 * 1000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    return t;
}

static void *impatient(void *arg) {
    (void)arg;
    struct timespec t = soon();
    int rc = pthread_mutex_timedlock(&lock, &t);
    assert(rc == ETIMEDOUT);
    return NULL;
}

static void *patient(void *arg) {
    (void)arg;
    struct timespec t = soon();
    int rc = pthread_mutex_timedlock(&lock, &t);
    if (rc == 0) {
        assert(value == 1);
        pthread_mutex_unlock(&lock);
    } else {
        assert(rc == ETIMEDOUT);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, impatient, NULL);
    pthread_join(t, NULL);

    pthread_create(&t, NULL, patient, NULL);
    value = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
