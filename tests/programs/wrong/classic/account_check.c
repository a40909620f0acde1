// heddle: assertion
// The balance is right only when both the deposit and the withdrawal are over; the checker believes a flag that each sets too early.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, start = 10, amount = 3;
static int deposited, withdrawn;

static void *deposit(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    deposited = 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    balance += amount;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *withdraw(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    balance -= amount;
    withdrawn = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *check(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (deposited && withdrawn)
        assert(balance == start);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    balance = start;
    pthread_create(&a, NULL, deposit, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_create(&c, NULL, check, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
