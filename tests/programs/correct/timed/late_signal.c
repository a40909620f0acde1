// heddle: none executions=10
// A thread polls until a helper has waited ten times for ten seconds: however often it looks, that takes its time.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static atomic_int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *helper(void *unused) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 10; i++) {
        struct timespec end;
        clock_gettime(CLOCK_REALTIME, &end);
        end.tv_sec += 10;
        pthread_cond_timedwait(&never, &lock, &end);
    }
    pthread_mutex_unlock(&lock);
    atomic_store(&done, 1);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, helper, NULL);
    while (!atomic_load(&done))
        usleep(1000);
    pthread_join(a, NULL);
    return 0;
}
