// heddle: data-race
// Every thread gets the address of the loop variable, which main goes on changing.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int sum;

static void *worker(void *arg) {
    atomic_fetch_add(&sum, *(int *)arg);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &i);
    for (int j = 0; j < 2; j++)
        pthread_join(t[j], NULL);
    return 0;
}
