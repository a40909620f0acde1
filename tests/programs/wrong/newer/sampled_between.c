// heddle: assertion
// A sampler reads the count and the sum in two critical sections; eight threads add to both in one.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#define THREADS 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, sum;

static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    count++;
    sum += 5;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *sample(void *arg) {
    pthread_mutex_lock(&lock);
    int n = count;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    int s = sum;
    pthread_mutex_unlock(&lock);
    assert(s == 5 * n);
    return arg;
}

int main(void) {
    pthread_t t[THREADS + 1];
    pthread_create(&t[THREADS], NULL, sample, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i <= THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
