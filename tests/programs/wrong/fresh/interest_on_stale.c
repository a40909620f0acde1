// heddle: assertion
// Interest is computed from a balance that was read before a deposit.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *interest(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int seen = balance;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    balance = seen + seen / 10;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *deposit(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    balance += 50;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, interest, NULL);
    pthread_create(&t[1], NULL, deposit, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(balance == 160 || balance == 165);
    return 0;
}
