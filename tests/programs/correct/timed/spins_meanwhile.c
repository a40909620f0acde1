// heddle: none executions=10
// A thread spins until a helper has waited for its time: time passes for the one while the other runs.
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static atomic_int done;

static void *helper(void *unused) {
    sem_t never;
    sem_init(&never, 0, 0);
    for (int i = 0; i < 3; i++) {
        struct timespec end;
        clock_gettime(CLOCK_REALTIME, &end);
        end.tv_sec += 1;
        sem_timedwait(&never, &end);
    }
    sem_destroy(&never);
    atomic_store(&done, 1);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, helper, NULL);
    while (!atomic_load(&done)) {
    }
    pthread_join(a, NULL);
    return 0;
}
