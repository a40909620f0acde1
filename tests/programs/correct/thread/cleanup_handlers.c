// heddle: none
// pthread_exit runs the handlers of pthread_cleanup_push, newest first, and then the destructors of keys.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int sum, outer, ended;

static void unlock(void *mutex) { pthread_mutex_unlock(mutex); }

static void count(void *counter) {
    pthread_mutex_lock(&lock);
    ++*(int *)counter;
    pthread_mutex_unlock(&lock);
}

static void add(int n) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, &lock);
    sum += n;
    if (sum == n)
        pthread_exit(&sum);
    pthread_cleanup_pop(1);
}

static void *work(void *unused) {
    pthread_setspecific(key, &ended);
    pthread_cleanup_push(count, &outer);
    add(1);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void) {
    pthread_t a, b;
    void *ra, *rb;
    pthread_key_create(&key, count);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, &ra);
    pthread_join(b, &rb);
    assert(sum == 2 && outer == 1 && ended == 2);
    assert((ra == &sum) != (rb == &sum));
    return 0;
}
