// heddle: deadlock
// A home-made barrier is used twice: whoever is last resets the count, but one that was slow to wake waits for it forever.
#include <pthread.h>
#include <stddef.h>
#define THREADS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all = PTHREAD_COND_INITIALIZER;
static int arrived;

static void wait_for_all(void) {
    pthread_mutex_lock(&lock);
    if (++arrived == THREADS) {
        arrived = 0;
        pthread_cond_broadcast(&all);
    } else {
        while (arrived != 0)
            pthread_cond_wait(&all, &lock);
    }
    pthread_mutex_unlock(&lock);
}

static void *run(void *arg) {
    wait_for_all();
    wait_for_all();
    return arg;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
