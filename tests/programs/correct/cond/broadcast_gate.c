// heddle: none
// Workers wait at a gate; one broadcast lets all of them through after the data is set.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { WORKERS = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int is_open, data, through;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!is_open)
        pthread_cond_wait(&opened, &lock);
    through++;
    pthread_mutex_unlock(&lock);
    assert(data == 42);
    return NULL;
}

int main(void) {
    pthread_t t[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    data = 42;
    pthread_mutex_lock(&lock);
    is_open = 1;
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    assert(through == WORKERS);
    return 0;
}
