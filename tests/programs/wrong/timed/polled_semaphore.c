// heddle: livelock oracle=livelock
// Two consumers count what is left without a lock, so that one waits for an item that another has taken.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

static sem_t items;
static atomic_int left = 1;

static void *consumer(void *unused) {
    if (atomic_load(&left) > 0) {
        int result;
        do {
            struct timespec end;
            clock_gettime(CLOCK_REALTIME, &end);
            end.tv_sec += 2;
            result = sem_timedwait(&items, &end);
        } while (result != 0 && errno == ETIMEDOUT);
        atomic_fetch_sub(&left, 1);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    sem_init(&items, 0, 1);
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    sem_destroy(&items);
    return 0;
}
