// heddle: signal
// The divisor is checked in one critical section and used in the next; in between it can become zero.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int parts = 3;
static volatile int share;

static void *divider(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int ok = parts != 0;
    pthread_mutex_unlock(&lock);
    if (ok) {
        pthread_mutex_lock(&lock);
        share = 12 / parts;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, divider, NULL);
    pthread_mutex_lock(&lock);
    parts = 0;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
