// heddle: none
// Detached threads announce that they are done under a mutex; main waits for the last one.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int running = 2, sum;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    sum += *(int *)arg;
    if (--running == 0)
        pthread_cond_signal(&done);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    static int one = 1, two = 2;
    pthread_t t;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attr, worker, &one);
    pthread_attr_destroy(&attr);
    pthread_create(&t, NULL, worker, &two);
    pthread_detach(t);

    pthread_mutex_lock(&lock);
    while (running > 0)
        pthread_cond_wait(&done, &lock);
    assert(sum == 3);
    pthread_mutex_unlock(&lock);
    return 0;
}
