// heddle: data-race
// A thread publishes the address of its thread-local variable and goes on using it.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static _Thread_local int mine;
static int *published;
static sem_t ready, used;

static void *owner(void *arg) {
    (void)arg;
    published = &mine;
    sem_post(&ready);
    mine++;
    sem_wait(&used);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&ready, 0, 0);
    sem_init(&used, 0, 0);
    pthread_create(&t, NULL, owner, NULL);
    sem_wait(&ready);
    ++*published;
    sem_post(&used);
    pthread_join(t, NULL);
    return 0;
}
