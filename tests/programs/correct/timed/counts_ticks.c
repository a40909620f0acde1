// heddle: none executions=10
// A thread polls for a flag that nobody sets, counts how often the clock has changed, and gives up.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;
static time_t last;
static int ticks;

static void *poller(void *unused) {
    while (!atomic_load(&ready) && ticks < 300000) {
        time_t now = time(NULL);
        if (now != last) {
            last = now;
            ticks++;
        }
        usleep(100);
    }
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, poller, NULL);
    pthread_join(a, NULL);
    return 0;
}
