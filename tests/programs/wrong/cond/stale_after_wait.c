// heddle: assertion
// A value copied before the wait is used after it, although the wait let other threads change it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, limit = 1;

static void *user(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int copy = limit;
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    assert(copy == limit);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, user, NULL);
    pthread_mutex_lock(&lock);
    limit = 2;
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
