// heddle: assertion
// The queue's length is counted up in one critical section and the item stored in another.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[4], length, taken;

static void *enqueue(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        int at = length++;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        items[at] = 10 + at;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *dequeue(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        if (taken < length) {
            assert(items[taken] == 10 + taken);
            taken++;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, enqueue, NULL);
    pthread_create(&b, NULL, dequeue, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
