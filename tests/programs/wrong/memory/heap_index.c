// heddle: out-of-bounds
// Room in a heap array is checked under the lock, but the slot is taken in a later critical section.
#include <pthread.h>
#include <stdlib.h>

enum { CAPACITY = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *items, count = CAPACITY - 1;

static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    int room = count < CAPACITY;
    pthread_mutex_unlock(&lock);
    if (room) {
        pthread_mutex_lock(&lock);
        items[count++] = *(int *)arg;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    static int one = 1, two = 2;
    pthread_t a, b;
    items = malloc(CAPACITY * sizeof *items);
    pthread_create(&a, NULL, add, &one);
    pthread_create(&b, NULL, add, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(items);
    return 0;
}
