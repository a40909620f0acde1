// heddle: livelock
// A thread sleeps until the other is done, which resets the flag that says so when it begins.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int stop;

static void *service(void *unused) {
    atomic_store(&stop, 0); // too late, if it has been asked to stop already
    while (!atomic_load(&stop)) {
        struct timespec pause = {.tv_nsec = 1000000};
        nanosleep(&pause, NULL);
    }
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, service, NULL);
    atomic_store(&stop, 1);
    pthread_join(a, NULL);
    return 0;
}
