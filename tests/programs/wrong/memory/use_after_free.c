// heddle: use-after-free
// A thread remembers a pointer from one critical section and uses it in the next, after main has freed it.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

static void *user(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int *p = shared;
    pthread_mutex_unlock(&lock);
    if (p) {
        pthread_mutex_lock(&lock);
        ++*p;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    shared = calloc(1, sizeof *shared);
    pthread_create(&t, NULL, user, NULL);
    pthread_mutex_lock(&lock);
    free(shared);
    shared = NULL;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
