// heddle: null-dereference
// The pointer is checked under the lock and read again later under the lock; in between it can become NULL.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const int object = 5;
static const int *shared = &object;
static int result;

static const int *get(void) {
    pthread_mutex_lock(&lock);
    const int *p = shared;
    pthread_mutex_unlock(&lock);
    return p;
}

static void *user(void *arg) {
    (void)arg;
    if (get() != NULL)
        result = *get();
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, user, NULL);
    pthread_mutex_lock(&lock);
    shared = NULL;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return result < 0;
}
