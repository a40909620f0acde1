// LOCKS threads, each of which takes lock i and then lock i + 1 (the last takes the first again).
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static pthread_mutex_t lock[LOCKS];

static void *worker(void *arg) {
    int i = (int)(intptr_t)arg;
    pthread_mutex_lock(&lock[i]);
    pthread_mutex_lock(&lock[(i + 1) % LOCKS]);
    pthread_mutex_unlock(&lock[(i + 1) % LOCKS]);
    pthread_mutex_unlock(&lock[i]);
    return NULL;
}

int main(void) {
    pthread_t t[LOCKS];
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_init(&lock[i], NULL);
    for (int i = 0; i < LOCKS; i++)
        pthread_create(&t[i], NULL, worker, (void *)(intptr_t)i);
    for (int i = 0; i < LOCKS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
