// heddle: none
// A binary semaphore used as a lock may be posted by another thread than the one that waited.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t sem;
static int value;

static void *finisher(void *arg) {
    (void)arg;
    value++;        // main holds the semaphore on our behalf
    sem_post(&sem); // and we give it back
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&sem, 0, 1);
    sem_wait(&sem);
    value = 1;
    pthread_create(&t, NULL, finisher, NULL);
    sem_wait(&sem);
    assert(value == 2);
    sem_post(&sem);
    pthread_join(t, NULL);
    sem_destroy(&sem);
    return 0;
}
