// heddle: deadlock
// Two threads wait for each other's signal, and each signals before it waits.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t one = PTHREAD_COND_INITIALIZER, two = PTHREAD_COND_INITIALIZER;
static int hello, answer;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    hello = 1;
    pthread_cond_signal(&one);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (!answer)
        pthread_cond_wait(&two, &lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int heard = hello;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (!heard)
        pthread_cond_wait(&one, &lock);
    answer = 1;
    pthread_cond_signal(&two);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
