// heddle: none
// A readers-writer lock made of a mutex, a condition variable and a count keeps writers alone.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int holders; // > 0: that many readers, -1: one writer
static int left, right;

static void acquire(int write) {
    pthread_mutex_lock(&lock);
    while (write ? holders != 0 : holders < 0)
        pthread_cond_wait(&changed, &lock);
    holders = write ? -1 : holders + 1;
    pthread_mutex_unlock(&lock);
}

static void release(void) {
    pthread_mutex_lock(&lock);
    holders = holders < 0 ? 0 : holders - 1;
    if (holders == 0)
        pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void *writer(void *arg) {
    (void)arg;
    acquire(1);
    left++;
    right++;
    release();
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    acquire(0);
    assert(left == right);
    release();
    return NULL;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, reader, NULL);
    pthread_create(&t[1], NULL, writer, NULL);
    pthread_create(&t[2], NULL, reader, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(left == 1 && right == 1 && holders == 0);
    return 0;
}
