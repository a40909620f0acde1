// heddle: assertion
// Two consumers ask for the size in one critical section and take the item in the next.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items = 1;

static int size(void) {
    pthread_mutex_lock(&lock);
    int n = items;
    pthread_mutex_unlock(&lock);
    return n;
}

static void take(void) {
    pthread_mutex_lock(&lock);
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&lock);
}

static void *consumer(void *arg) {
    (void)arg;
    if (size() > 0)
        take();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
