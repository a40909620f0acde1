// heddle: deadlock
// Transfers lock the source first and the target second, in both directions.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int balances[2] = {50, 50};

static void transfer(int from, int to, int amount) {
    pthread_mutex_lock(&locks[from]);
    if (balances[from] >= amount) {
        pthread_mutex_lock(&locks[to]);
        balances[from] -= amount;
        balances[to] += amount;
        pthread_mutex_unlock(&locks[to]);
    }
    pthread_mutex_unlock(&locks[from]);
}

static void *there(void *arg) {
    (void)arg;
    transfer(0, 1, 5);
    return NULL;
}

static void *back(void *arg) {
    (void)arg;
    transfer(1, 0, 7);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, there, NULL);
    pthread_create(&b, NULL, back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balances[0] + balances[1] == 100);
    return 0;
}
