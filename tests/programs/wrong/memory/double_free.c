// heddle: double-free
// Two threads read the pointer under the lock, both find it set, and each frees it under the lock.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

static void *closer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int *p = shared;
    pthread_mutex_unlock(&lock);
    if (p) {
        pthread_mutex_lock(&lock);
        free(p);
        shared = NULL;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    shared = malloc(sizeof *shared);
    pthread_create(&a, NULL, closer, NULL);
    pthread_create(&b, NULL, closer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
