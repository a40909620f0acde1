// heddle: deadlock
// Three threads join each other in a circle.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stddef.h>

static pthread_t id[3];
static sem_t go, done;

static void *joiner(void *arg) {
    int me = (int)(intptr_t)arg;
    sem_wait(&go);
    pthread_join(id[(me + 1) % 3], NULL);
    sem_post(&done);
    return NULL;
}

int main(void) {
    sem_init(&go, 0, 0);
    sem_init(&done, 0, 0);
    for (int i = 0; i < 3; i++)
        pthread_create(&id[i], NULL, joiner, (void *)(intptr_t)i);
    for (int i = 0; i < 3; i++)
        sem_post(&go);
    for (int i = 0; i < 3; i++)
        sem_wait(&done);
    return 0;
}
