// heddle: lock-misuse
// A helper that sees the lock taken releases it on behalf of its owner.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int held;

static void *helper(void *arg) {
    (void)arg;
    if (atomic_load(&held))
        pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, helper, NULL);
    pthread_mutex_lock(&lock);
    atomic_store(&held, 1);
    atomic_store(&held, 0);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
