// heddle: none
// A two-slot queue with separate not-full and not-empty conditions delivers every item exactly once.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { SLOTS = 2, ITEMS = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int slot[SLOTS], head, count;

static void put(int item) {
    pthread_mutex_lock(&lock);
    while (count == SLOTS)
        pthread_cond_wait(&not_full, &lock);
    slot[(head + count++) % SLOTS] = item;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static int take(void) {
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&not_empty, &lock);
    int item = slot[head];
    head = (head + 1) % SLOTS;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *producer(void *arg) {
    (void)arg;
    for (int i = 1; i <= ITEMS; i++)
        put(i);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 1; i <= ITEMS; i++) {
        int item = take();
        assert(item == i);
    }
    pthread_join(t, NULL);
    assert(count == 0);
    pthread_cond_destroy(&not_full);
    pthread_cond_destroy(&not_empty);
    pthread_mutex_destroy(&lock);
    return 0;
}
