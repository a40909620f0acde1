// heddle: use-after-free
// main frees the object, under its lock, without knowing whether the worker has used it yet.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    int *value = arg;
    pthread_mutex_lock(&lock);
    ++*value;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    int *value = calloc(1, sizeof *value);
    pthread_create(&t, NULL, worker, value);
    pthread_mutex_lock(&lock);
    free(value);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
