// heddle: none executions=50
// A thread polls for a flag that nobody sets, with pauses that double until they are too long.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

static atomic_int ready;

static void *poller(void *unused) {
    for (uint64_t ns = 1; ns < UINT64_MAX / 4 && !atomic_load(&ready); ns *= 2) {
        struct timespec pause = {.tv_sec = (time_t)(ns / 1000000000), .tv_nsec = (long)(ns % 1000000000)};
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
