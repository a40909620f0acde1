// heddle: assertion
// A counting semaphore looks at its count under the lock, but takes its unit after giving the lock back.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int units = 1, users;

static void *use(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int got = units > 0;
    pthread_mutex_unlock(&lock);
    if (got) {
        __atomic_fetch_sub(&units, 1, __ATOMIC_SEQ_CST);
        int n = __atomic_add_fetch(&users, 1, __ATOMIC_SEQ_CST);
        assert(n == 1);
        __atomic_fetch_sub(&users, 1, __ATOMIC_SEQ_CST);
        __atomic_fetch_add(&units, 1, __ATOMIC_SEQ_CST);
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, use, NULL);
    pthread_create(&t[1], NULL, use, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
