// heddle: data-race
// Two threads add to a global without a lock.
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *worker(void *arg) {
    (void)arg;
    counter++;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return counter > 2;
}
