// heddle: none
// errno set in one thread is not seen in another.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int steps;

static void *worker(void *arg) {
    int mine = *(int *)arg;
    errno = mine;
    atomic_fetch_add(&steps, 1);
    assert(errno == mine);
    return NULL;
}

int main(void) {
    static int codes[2] = {EINVAL, ENOENT};
    pthread_t t[2];
    errno = ERANGE;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &codes[i]);
    atomic_fetch_add(&steps, 1);
    assert(errno == ERANGE);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(errno == ERANGE && steps == 3);
    return 0;
}
