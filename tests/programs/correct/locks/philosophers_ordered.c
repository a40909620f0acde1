// heddle: none
// Three philosophers take the lower-numbered fork first, so no cycle of waiting can form.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stddef.h>

enum { SEATS = 3 };
static pthread_mutex_t fork_lock[SEATS] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int used[SEATS];

static void *philosopher(void *arg) {
    int left = (int)(intptr_t)arg, right = (left + 1) % SEATS;
    int low = left < right ? left : right, high = left < right ? right : left;
    pthread_mutex_lock(&fork_lock[low]);
    pthread_mutex_lock(&fork_lock[high]);
    used[low]++;
    used[high]++;
    pthread_mutex_unlock(&fork_lock[high]);
    pthread_mutex_unlock(&fork_lock[low]);
    return NULL;
}

int main(void) {
    pthread_t t[SEATS];
    for (int i = 0; i < SEATS; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)(intptr_t)i);
    for (int i = 0; i < SEATS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < SEATS; i++)
        assert(used[i] == 2);
    return 0;
}
