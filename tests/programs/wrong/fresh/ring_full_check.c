// heddle: assertion
// A ring with two producers: both see one free slot and both fill it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define SIZE 2
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[SIZE], count, lost;

static void *produce(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int room = count < SIZE;
    pthread_mutex_unlock(&lock);
    if (room) {
        pthread_mutex_lock(&lock);
        if (count >= SIZE)
            lost++;
        else
            ring[count++] = 1;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, produce, NULL);
    pthread_create(&t[1], NULL, produce, NULL);
    pthread_create(&t[2], NULL, produce, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(lost == 0);
    return 0;
}
