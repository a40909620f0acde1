// heddle: deadlock
// One initialiser takes a lock under which the other thread waits for the same initialisation.
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void init_locked(void) { value = 1; }

static void init(void) {
    pthread_mutex_lock(&lock);
    init_locked();
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    (void)arg;
    pthread_once(&once, init);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    pthread_once(&once, init_locked);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return value != 1;
}
