// heddle: deadlock
// Three philosophers each take the left fork first.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stddef.h>

enum { SEATS = 3 };
static sem_t forks[SEATS];

static void *philosopher(void *arg) {
    int left = (int)(intptr_t)arg;
    sem_wait(&forks[left]);
    sem_wait(&forks[(left + 1) % SEATS]);
    sem_post(&forks[(left + 1) % SEATS]);
    sem_post(&forks[left]);
    return NULL;
}

int main(void) {
    pthread_t t[SEATS];
    for (int i = 0; i < SEATS; i++)
        sem_init(&forks[i], 0, 1);
    for (int i = 0; i < SEATS; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)(intptr_t)i);
    for (int i = 0; i < SEATS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
