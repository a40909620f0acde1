// heddle: lock-misuse
// main destroys the rwlock without waiting for its reader.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock;

static void *reader(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_rwlock_init(&lock, NULL);
    pthread_create(&t, NULL, reader, NULL);
    pthread_rwlock_destroy(&lock);
    pthread_join(t, NULL);
    return 0;
}
