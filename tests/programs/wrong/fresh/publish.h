// WRITERS threads raise the count first and fill their slot second.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER, filling = PTHREAD_MUTEX_INITIALIZER;
static int count, filled;

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&counting);
    count++;
    pthread_mutex_unlock(&counting);
    pthread_mutex_lock(&filling);
    filled++;
    pthread_mutex_unlock(&filling);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&counting);
    int n = count;
    pthread_mutex_unlock(&counting);
    pthread_mutex_lock(&filling);
    int m = filled;
    pthread_mutex_unlock(&filling);
    assert(m >= n);
    return NULL;
}

int main(void) {
    pthread_t t[WRITERS + 1];
    for (int i = 0; i < WRITERS; i++)
        pthread_create(&t[i], NULL, writer, NULL);
    pthread_create(&t[WRITERS], NULL, reader, NULL);
    for (int i = 0; i <= WRITERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
