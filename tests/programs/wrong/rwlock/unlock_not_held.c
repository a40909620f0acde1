// heddle: lock-misuse
// A reader unlocks also when its try for the read lock failed.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *reader(void *arg) {
    int *seen = arg;
    if (pthread_rwlock_tryrdlock(&lock) == 0)
        *seen = value;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    int seen = 0;
    pthread_create(&t, NULL, reader, &seen);
    pthread_rwlock_wrlock(&lock);
    value = 1;
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
