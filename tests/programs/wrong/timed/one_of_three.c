// heddle: livelock
// A signal meant for one of two waiters is counted by whoever looks first, and the other one polls on, with pauses that
// grow up to a limit.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int tickets;

static void *waiter(void *unused) {
    unsigned pause = 1;
    for (;;) {
        int n = atomic_load(&tickets);
        if (n > 0) {
            atomic_store(&tickets, n - 1);
            return unused;
        }
        usleep(pause);
        if (pause < 1000)
            pause *= 2;
    }
}

static void *giver(void *unused) {
    int n = atomic_load(&tickets); // and a store: one ticket may get lost
    atomic_store(&tickets, n + 1);
    return unused;
}

int main(void) {
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, i < 2 ? waiter : giver, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
