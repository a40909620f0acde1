// heddle: none executions=5
// A thread polls for a flag that nobody sets, and gives up after many rounds; its counter is in a register.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int ready;

static void *poller(void *unused) {
    for (int i = 0; i < 500000 && !atomic_load(&ready); i++) {
        struct timespec pause = {.tv_nsec = 1000};
        nanosleep(&pause, NULL);
    }
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, poller, NULL);
    pthread_join(a, NULL);
    return 0;
}
