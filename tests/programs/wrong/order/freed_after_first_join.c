// heddle: use-after-free
// main frees the shared block after joining one of its two users.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *user(void *arg) {
    pthread_mutex_lock(&lock);
    ++*(int *)arg;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int *value = calloc(1, sizeof *value);
    pthread_create(&a, NULL, user, value);
    pthread_create(&b, NULL, user, value);
    pthread_join(a, NULL);
    pthread_mutex_lock(&lock);
    free(value);
    pthread_mutex_unlock(&lock);
    pthread_join(b, NULL);
    return 0;
}
