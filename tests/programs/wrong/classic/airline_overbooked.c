// heddle: assertion
// Five agents sell while seats are left, but look and sell in two steps.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sold;

static void *agent(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int left = sold < 4;
    pthread_mutex_unlock(&lock);
    if (left) {
        pthread_mutex_lock(&lock);
        sold++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t[5];
    for (int i = 0; i < 5; i++)
        pthread_create(&t[i], NULL, agent, NULL);
    for (int i = 0; i < 5; i++)
        pthread_join(t[i], NULL);
    assert(sold <= 4);
    return 0;
}
