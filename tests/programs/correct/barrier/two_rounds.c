// heddle: none
// Each barrier round picks exactly one serial thread, and all writes before a round are seen after it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stddef.h>

enum { THREADS = 3 };
static pthread_barrier_t barrier;
static int slot[THREADS], sum[THREADS];
static atomic_int serials;

static void *worker(void *arg) {
    int me = (int)(intptr_t)arg;
    slot[me] = me + 1;
    int rc = pthread_barrier_wait(&barrier);
    if (rc == PTHREAD_BARRIER_SERIAL_THREAD)
        atomic_fetch_add(&serials, 1);
    else
        assert(rc == 0);
    for (int i = 0; i < THREADS; i++)
        sum[me] += slot[i];
    rc = pthread_barrier_wait(&barrier);
    if (rc == PTHREAD_BARRIER_SERIAL_THREAD)
        atomic_fetch_add(&serials, 1);
    slot[me] = 0; // nobody reads the slots any more
    return NULL;
}

int main(void) {
    pthread_t t[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, worker, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < THREADS; i++)
        assert(sum[i] == 6);
    assert(serials == 2);
    pthread_barrier_destroy(&barrier);
    return 0;
}
