// heddle: deadlock
// Shutdown sets an atomic flag and broadcasts without the lock, so a worker just before its wait sleeps for ever.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int stopping;
static int jobs = 1, ran; // under lock

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    for (;;) {
        if (jobs > 0) {
            jobs--;
            ran++;
        } else if (atomic_load(&stopping)) {
            break;
        } else {
            pthread_cond_wait(&changed, &lock);
        }
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    atomic_store(&stopping, 1);
    pthread_cond_broadcast(&changed);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return ran != 1;
}
