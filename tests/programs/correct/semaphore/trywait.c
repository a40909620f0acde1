// heddle: none
// Three threads try to take two permits without waiting: exactly two succeed.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t permits;
static atomic_int got, refused;

static void *taker(void *arg) {
    (void)arg;
    if (sem_trywait(&permits) == 0) {
        atomic_fetch_add(&got, 1);
    } else {
        assert(errno == EAGAIN);
        atomic_fetch_add(&refused, 1);
    }
    return NULL;
}

int main(void) {
    pthread_t t[3];
    sem_init(&permits, 0, 2);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, taker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(got == 2 && refused == 1);
    sem_destroy(&permits);
    return 0;
}
