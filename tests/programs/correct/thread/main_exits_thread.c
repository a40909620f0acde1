// heddle: none
// main leaves with pthread_exit after setting a flag; the process lives until the other threads have ended.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int value;

static void *last(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!value)
        pthread_cond_wait(&changed, &lock);
    assert(value == 1);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, last, NULL);
    pthread_detach(t);
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_exit(NULL);
}
