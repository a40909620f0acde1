// heddle: none
// A handler runs on the thread that the signal is sent to, also while that waits for a lock.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t target;
static int given; // before the signal is sent
static atomic_int handled;

static void handle(int sig) {
    assert(pthread_equal(pthread_self(), target));
    assert(sig == SIGUSR1 && given == 7);
    atomic_fetch_add(&handled, 1);
}

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    while (atomic_load(&handled) == 0)
        ;
    return unused;
}

int main(void) {
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    pthread_mutex_lock(&lock);
    pthread_create(&target, NULL, worker, NULL);
    given = 7;
    pthread_kill(target, SIGUSR1);
    pthread_mutex_unlock(&lock);
    pthread_join(target, NULL);
    assert(atomic_load(&handled) == 1);
    return 0;
}
