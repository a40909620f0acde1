// heddle: livelock
// main retries a mutex whose holder waits for main.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t finished;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    sem_wait(&finished);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&finished, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    while (pthread_mutex_trylock(&lock) != 0)
        sched_yield();
    pthread_mutex_unlock(&lock);
    sem_post(&finished);
    pthread_join(t, NULL);
    return 0;
}
