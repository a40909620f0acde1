// heddle: none
// Two threads take one lock twice each, at four places: ten pairs of places can follow each other.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    value++;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    value++;
    pthread_mutex_unlock(&m);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    value++;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    value++;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(value == 4);
    return 0;
}
