// heddle: none executions=10
// A thread polls for a flag that nobody sets until the clock shows the end of a year, twice.
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;

static void wait_a_year(void) {
    time_t end = time(NULL) + 365 * 86400;
    pthread_mutex_lock(&lock);
    while (!ready && time(NULL) < end) {
        struct timespec next;
        clock_gettime(CLOCK_REALTIME, &next);
        next.tv_nsec = next.tv_nsec / 2 + 500000000;
        pthread_cond_timedwait(&changed, &lock, &next);
    }
    pthread_mutex_unlock(&lock);
}

static void *waiter(void *unused) {
    wait_a_year();
    wait_a_year();
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_join(a, NULL);
    return 0;
}
