// heddle: none
// A worker that cannot get the shared lock at once counts in a per-thread slot instead; the sum is exact.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static int spill[2];

static void *worker(void *arg) {
    int *mine = arg;
    for (int i = 0; i < 2; i++) {
        int rc = pthread_mutex_trylock(&lock);
        if (rc == 0) {
            shared++;
            pthread_mutex_unlock(&lock);
        } else {
            assert(rc == EBUSY);
            ++*mine;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &spill[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(shared + spill[0] + spill[1] == 4);
    return 0;
}
