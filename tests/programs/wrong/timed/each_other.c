// heddle: livelock
// Two threads each wait, by and by, until the other is done, if both have begun when they look.
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool begun[2], done[2];

static void wait_a_little(void) {
    struct timeval now;
    gettimeofday(&now, NULL);
    struct timespec end = {.tv_sec = now.tv_sec + 1, .tv_nsec = now.tv_usec * 1000};
    pthread_cond_timedwait(&changed, &lock, &end);
}

static void *worker(void *arg) {
    intptr_t me = (intptr_t)arg;
    pthread_mutex_lock(&lock);
    begun[me] = true;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    while (begun[1 - me] && !done[1 - me])
        wait_a_little();
    done[me] = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
