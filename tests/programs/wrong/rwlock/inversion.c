// heddle: deadlock
// A reader takes the rwlock and then the mutex, a writer the mutex and then the rwlock.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int entries, logged;

static void *reader(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&table);
    pthread_mutex_lock(&log_lock);
    logged += entries;
    pthread_mutex_unlock(&log_lock);
    pthread_rwlock_unlock(&table);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    pthread_mutex_lock(&log_lock);
    pthread_rwlock_wrlock(&table);
    entries++;
    logged++;
    pthread_rwlock_unlock(&table);
    pthread_mutex_unlock(&log_lock);
    pthread_join(t, NULL);
    return 0;
}
