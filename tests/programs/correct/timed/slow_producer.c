// heddle: none executions=20
// A consumer looks for items with a timed wait; the producer sleeps between them, and counts its pauses on its stack.
#include <pthread.h>
#include <time.h>
#include <unistd.h>

enum { ITEMS = 3, PAUSES = 2000 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *producer(void *unused) {
    for (int i = 0; i < ITEMS; i++) {
        for (int k = 0; k < PAUSES; k++)
            usleep(1000);
        pthread_mutex_lock(&lock);
        items++;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *consumer(void *unused) {
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (items == 0) {
            struct timespec end;
            clock_gettime(CLOCK_REALTIME, &end);
            end.tv_sec += 1;
            pthread_cond_timedwait(&filled, &lock, &end);
        }
        items--;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
