// heddle: none
// Two threads take two locks in opposite orders, but back off when the second is busy.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int both;

static void *mover(void *arg) {
    int first = *(int *)arg;
    for (;;) {
        pthread_mutex_lock(&lock[first]);
        if (pthread_mutex_trylock(&lock[1 - first]) == 0)
            break;
        pthread_mutex_unlock(&lock[first]);
        sched_yield();
    }
    both++;
    pthread_mutex_unlock(&lock[1 - first]);
    pthread_mutex_unlock(&lock[first]);
    return NULL;
}

int main(void) {
    static int zero = 0, one = 1;
    pthread_t a, b;
    pthread_create(&a, NULL, mover, &zero);
    pthread_create(&b, NULL, mover, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(both == 2);
    return 0;
}
