// heddle: dpor ONE:4 TWO:6
// A signal for a thread that writes once or twice: before any of its steps, and after the last, when the
// thread may have ended and nobody handles it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static pthread_t sender;
static atomic_int word;

static void handle(int sig)
{
    (void)sig;
    assert(!pthread_equal(pthread_self(), sender));
}

static void *worker(void *arg)
{
    atomic_store(&word, 1);
#ifdef TWO
    atomic_store(&word, 2);
#endif
    return arg;
}

int main(void)
{
    pthread_t thread;
    struct sigaction action = {.sa_handler = handle};
    sender = pthread_self();
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
