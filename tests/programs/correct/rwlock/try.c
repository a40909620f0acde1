// heddle: none
// Under a held read lock tryrdlock succeeds and trywrlock is busy; under a held write lock both are busy.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock;
static int writing;

static void *probe(void *arg) {
    (void)arg;
    int rd = pthread_rwlock_tryrdlock(&lock);
    if (writing) {
        assert(rd == EBUSY);
    } else {
        assert(rd == 0);
        pthread_rwlock_unlock(&lock);
    }
    int wr = pthread_rwlock_trywrlock(&lock);
    assert(wr == EBUSY);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_rwlock_init(&lock, NULL);

    pthread_rwlock_rdlock(&lock);
    pthread_create(&t, NULL, probe, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&lock);

    pthread_rwlock_wrlock(&lock);
    writing = 1;
    pthread_create(&t, NULL, probe, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&lock);

    int rc = pthread_rwlock_trywrlock(&lock);
    assert(rc == 0);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_destroy(&lock);
    return 0;
}
