// heddle: data-race
// Double-checked locking with a plain pointer: the first check races with the store under the lock.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int storage;
static int *instance;

static int *get(void) {
    if (!instance) {
        pthread_mutex_lock(&lock);
        if (!instance) {
            storage = 42;
            instance = &storage;
        }
        pthread_mutex_unlock(&lock);
    }
    return instance;
}

static void *user(void *arg) {
    *(int *)arg = *get();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int x, y;
    pthread_create(&a, NULL, user, &x);
    pthread_create(&b, NULL, user, &y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x != y;
}
