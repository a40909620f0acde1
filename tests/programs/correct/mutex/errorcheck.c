// heddle: none
// An error-checking mutex reports relocking (EDEADLK) and foreign unlocking (EPERM) to the caller, who checks.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;

static void *stranger(void *arg) {
    (void)arg;
    // main holds the mutex for the whole life of this thread
    int rc = pthread_mutex_unlock(&lock);
    assert(rc == EPERM);
    rc = pthread_mutex_trylock(&lock);
    assert(rc == EBUSY);
    return NULL;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &attr);
    pthread_mutexattr_destroy(&attr);

    int rc = pthread_mutex_lock(&lock);
    assert(rc == 0);
    rc = pthread_mutex_lock(&lock);
    assert(rc == EDEADLK);

    pthread_t t;
    pthread_create(&t, NULL, stranger, NULL);
    pthread_join(t, NULL);

    rc = pthread_mutex_unlock(&lock);
    assert(rc == 0);
    rc = pthread_mutex_unlock(&lock);
    assert(rc == EPERM);
    pthread_mutex_destroy(&lock);
    return 0;
}
