// heddle: assertion
// The balance is checked in one critical section and reduced in the next; two withdrawals overdraw it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static int read_balance(void) {
    pthread_mutex_lock(&lock);
    int b = balance;
    pthread_mutex_unlock(&lock);
    return b;
}

static void *withdraw(void *arg) {
    int amount = *(int *)arg;
    if (read_balance() >= amount) {
        pthread_mutex_lock(&lock);
        balance -= amount;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int seven = 7;
    pthread_create(&a, NULL, withdraw, &seven);
    pthread_create(&b, NULL, withdraw, &seven);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance >= 0);
    return 0;
}
