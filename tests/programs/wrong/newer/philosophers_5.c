// heddle: deadlock
// Five philosophers, each takes the left fork and then the right one.
#include <pthread.h>
#include <stddef.h>
#define PHILOSOPHERS 5

static pthread_mutex_t forks[PHILOSOPHERS];
static int meals;

static void *dine(void *arg) {
    size_t me = (size_t)arg;
    pthread_mutex_lock(&forks[me]);
    pthread_mutex_lock(&forks[(me + 1) % PHILOSOPHERS]);
    __atomic_fetch_add(&meals, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&forks[(me + 1) % PHILOSOPHERS]);
    pthread_mutex_unlock(&forks[me]);
    return NULL;
}

int main(void) {
    pthread_t t[PHILOSOPHERS];
    for (size_t i = 0; i < PHILOSOPHERS; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (size_t i = 0; i < PHILOSOPHERS; i++)
        pthread_create(&t[i], NULL, dine, (void *)i);
    for (size_t i = 0; i < PHILOSOPHERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
