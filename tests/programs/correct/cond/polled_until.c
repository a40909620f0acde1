// heddle: none executions=50
// A thread polls for a flag that nobody sets, and gives up after an hour; then it does so once more.
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec;
}

static void wait_an_hour(void) {
    long end = now() + 3600;
    pthread_mutex_lock(&lock);
    while (!ready && now() < end) {
        struct timespec next;
        clock_gettime(CLOCK_REALTIME, &next);
        next.tv_nsec = next.tv_nsec / 2 + 500000000;
        pthread_cond_timedwait(&changed, &lock, &next);
    }
    pthread_mutex_unlock(&lock);
}

static void *waiter(void *unused) {
    wait_an_hour();
    wait_an_hour();
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_join(a, NULL);
    return 0;
}
