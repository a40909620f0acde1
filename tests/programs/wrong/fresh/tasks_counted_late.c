// heddle: assertion
// Workers take tasks and count them as running only afterwards; the controller sees no tasks and none running.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int waiting = 2, running, finished;

static void *work(void *arg) {
    (void)arg;
    if (atomic_fetch_sub(&waiting, 1) > 0) {
        atomic_fetch_add(&running, 1);
        atomic_fetch_add(&finished, 1);
        atomic_fetch_sub(&running, 1);
    }
    return NULL;
}

static void *control(void *arg) {
    (void)arg;
    if (atomic_load(&waiting) <= 0 && atomic_load(&running) == 0)
        assert(atomic_load(&finished) == 2);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, work, NULL);
    pthread_create(&t[1], NULL, work, NULL);
    pthread_create(&t[2], NULL, control, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
