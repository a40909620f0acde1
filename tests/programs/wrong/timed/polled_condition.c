// heddle: livelock
// A thread polls for a flag with a timed wait, but the one that was to set it has looked before and given up.
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready, asked;

static struct timespec soon(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    return t;
}

static void *waiter(void *unused) {
    pthread_mutex_lock(&lock);
    asked = true;
    while (!ready) {
        struct timespec end = soon();
        pthread_cond_timedwait(&changed, &lock, &end);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *setter(void *unused) {
    pthread_mutex_lock(&lock);
    if (!asked) {
        ready = true;
    }
    pthread_cond_signal(&changed);
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
