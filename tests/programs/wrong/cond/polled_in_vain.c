// heddle: livelock
// A thread polls for a flag with a timed wait, and the one that was to set it has given up: nobody will.
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready, tried;


static void *waiter(void *unused) {
    pthread_mutex_lock(&lock);
    struct timespec next;
    tried = true;
    while (!ready) {
        clock_gettime(CLOCK_REALTIME, &next);
        next.tv_nsec += 1000000;
        if (next.tv_nsec >= 1000000000) {
            next.tv_nsec -= 1000000000;
            next.tv_sec++;
        }
        pthread_cond_timedwait(&changed, &lock, &next);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *setter(void *unused) {
    pthread_mutex_lock(&lock);
    if (!tried) {
        ready = true;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, setter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
