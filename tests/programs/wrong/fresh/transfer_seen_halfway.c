// heddle: assertion
// A transfer takes from one account and gives to the other in two critical sections; the auditor adds up in between.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int from = 10, to;

static void *transfer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    from -= 4;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    to += 4;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *audit(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    assert(from + to == 10);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, transfer, NULL);
    pthread_create(&t[1], NULL, audit, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
