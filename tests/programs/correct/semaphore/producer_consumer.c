// heddle: none
// Two semaphores count free and filled slots of a ring; each slot has one owner at a time.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { SLOTS = 2, ITEMS = 4 };
static sem_t vacant, filled;
static int ring[SLOTS];

static void *producer(void *arg) {
    (void)arg;
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&vacant);
        ring[i % SLOTS] = i * i;
        sem_post(&filled);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&vacant, 0, SLOTS);
    sem_init(&filled, 0, 0);
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&filled);
        assert(ring[i % SLOTS] == i * i);
        sem_post(&vacant);
    }
    pthread_join(t, NULL);
    int value;
    sem_getvalue(&vacant, &value);
    assert(value == SLOTS);
    sem_destroy(&vacant);
    sem_destroy(&filled);
    return 0;
}
