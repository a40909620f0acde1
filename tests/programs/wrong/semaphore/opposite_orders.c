// heddle: deadlock
// Two binary semaphores are taken in opposite orders.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t a, b;

static void *worker(void *arg) {
    (void)arg;
    sem_wait(&a);
    sem_wait(&b);
    sem_post(&b);
    sem_post(&a);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&a, 0, 1);
    sem_init(&b, 0, 1);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&b);
    sem_wait(&a);
    sem_post(&a);
    sem_post(&b);
    pthread_join(t, NULL);
    return 0;
}
