// heddle: deadlock
// The producer signals before it has filled the slot, and not after.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int full;

static void *produce(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    full = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *consume(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&filled, &lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, produce, NULL);
    pthread_create(&t[1], NULL, consume, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
