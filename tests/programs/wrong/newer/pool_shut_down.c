// heddle: deadlock
// A worker looks whether to stop before it takes the lock that it waits with: the only wake-up may come in between.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static atomic_int stopping;
static int jobs = 1, done;

static void *worker(void *arg) {
    (void)arg;
    while (!atomic_load(&stopping)) {
        pthread_mutex_lock(&lock);
        if (jobs == 0)
            pthread_cond_wait(&wake, &lock);
        while (jobs > 0) {
            jobs--;
            done++;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    atomic_store(&stopping, 1);
    pthread_mutex_lock(&lock);
    pthread_cond_broadcast(&wake);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
