// heddle: data-race
// Deposits are locked, but the balance is printed on the statement without the lock.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *deposit(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    balance += 5;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, deposit, NULL);
    int statement = balance;
    pthread_join(t, NULL);
    return statement > 5;
}
