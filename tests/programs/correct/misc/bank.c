// heddle: none
// Transfers lock both accounts in the order of their index and check the balance under the locks.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
    pthread_mutex_t lock;
    int balance;
} account[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

static void transfer(int from, int to, int amount) {
    pthread_mutex_lock(&account[0].lock);
    pthread_mutex_lock(&account[1].lock);
    if (account[from].balance >= amount) {
        account[from].balance -= amount;
        account[to].balance += amount;
    }
    assert(account[0].balance >= 0 && account[1].balance >= 0);
    pthread_mutex_unlock(&account[1].lock);
    pthread_mutex_unlock(&account[0].lock);
}

static void *teller(void *arg) {
    int from = *(int *)arg;
    transfer(from, 1 - from, 7);
    transfer(from, 1 - from, 7);
    return NULL;
}

int main(void) {
    static int zero = 0, one = 1;
    pthread_t a, b;
    pthread_create(&a, NULL, teller, &zero);
    pthread_create(&b, NULL, teller, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(account[0].balance + account[1].balance == 20);
    return 0;
}
