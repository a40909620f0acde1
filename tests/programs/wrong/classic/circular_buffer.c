// heddle: assertion
// The sender advances the index before it has filled the slot.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define SIZE 4
static int buffer[SIZE], first, next;

static void *sender(void *arg) {
    (void)arg;
    for (int i = 1; i <= 3; i++) {
        pthread_mutex_lock(&lock);
        int at = next;
        next = (next + 1) % SIZE;
        pthread_mutex_unlock(&lock);
        buffer[at] = i;
    }
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    int expected = 1;
    for (int i = 0; i < 6 && expected <= 3; i++) {
        pthread_mutex_lock(&lock);
        if (first != next) {
            assert(buffer[first] == expected);
            expected++;
            first = (first + 1) % SIZE;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
