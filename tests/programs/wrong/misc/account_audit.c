// heddle: assertion
// A transfer locks one account after the other; an audit in between misses the money on its way.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
    pthread_mutex_t lock;
    int balance;
} account[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 0}};

static void add(int i, int amount) {
    pthread_mutex_lock(&account[i].lock);
    account[i].balance += amount;
    pthread_mutex_unlock(&account[i].lock);
}

static void *transfer(void *arg) {
    (void)arg;
    add(0, -4);
    add(1, 4);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, transfer, NULL);
    pthread_mutex_lock(&account[0].lock);
    pthread_mutex_lock(&account[1].lock);
    int sum = account[0].balance + account[1].balance;
    pthread_mutex_unlock(&account[1].lock);
    pthread_mutex_unlock(&account[0].lock);
    assert(sum == 10);
    pthread_join(t, NULL);
    return 0;
}
