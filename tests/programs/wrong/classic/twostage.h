// UPDATERS threads set the first value under one lock and the second under another; a reader takes
// the locks in the same order.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *update(void *arg) {
    (void)arg;
    pthread_mutex_lock(&one);
    first = 1;
    pthread_mutex_unlock(&one);
    pthread_mutex_lock(&two);
    second = first + 1;
    pthread_mutex_unlock(&two);
    return NULL;
}

static void *read_both(void *arg) {
    (void)arg;
    pthread_mutex_lock(&one);
    int x = first;
    pthread_mutex_unlock(&one);
    if (x == 0)
        return NULL;
    pthread_mutex_lock(&two);
    int y = second;
    pthread_mutex_unlock(&two);
    assert(y == x + 1);
    return NULL;
}

int main(void) {
    pthread_t t[UPDATERS + 1];
    for (int i = 0; i < UPDATERS; i++)
        pthread_create(&t[i], NULL, update, NULL);
    pthread_create(&t[UPDATERS], NULL, read_both, NULL);
    for (int i = 0; i <= UPDATERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
