// heddle: deadlock
// A thread that finds the work already done returns without giving its permit back.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t permit;
static atomic_int done;

static void *worker(void *arg) {
    (void)arg;
    sem_wait(&permit);
    if (atomic_load(&done))
        return NULL; // forgot to post
    sem_post(&permit);
    atomic_store(&done, 1);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    sem_init(&permit, 0, 1);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
