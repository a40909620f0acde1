// heddle: deadlock
// The first in takes the shared lock and the last out gives it back; the counters' locks are taken the other way round by an observer.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t readers = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t room = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&readers);
    if (inside++ == 0)
        pthread_mutex_lock(&room);
    pthread_mutex_unlock(&readers);
    pthread_mutex_lock(&readers);
    if (--inside == 0)
        pthread_mutex_unlock(&room);
    pthread_mutex_unlock(&readers);
    return NULL;
}

static void *observer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&room);
    pthread_mutex_lock(&readers);
    assert(inside == 0);
    pthread_mutex_unlock(&readers);
    pthread_mutex_unlock(&room);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, observer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
