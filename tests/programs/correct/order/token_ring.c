// heddle: none
// A token goes round three threads under a mutex and one condition; each waits for its turn in a loop.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stddef.h>

enum { THREADS = 3, ROUNDS = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t passed = PTHREAD_COND_INITIALIZER;
static int token;

static void *member(void *arg) {
    int me = (int)(intptr_t)arg;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_mutex_lock(&lock);
        while (token % THREADS != me)
            pthread_cond_wait(&passed, &lock);
        assert(token == round * THREADS + me);
        token++;
        pthread_cond_broadcast(&passed);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, member, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(token == THREADS * ROUNDS);
    return 0;
}
