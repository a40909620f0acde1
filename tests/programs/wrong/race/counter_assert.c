// heddle: assertion oracle=crash
// Two threads add to a global without a lock, and the lost update shows in the final assertion.
#include <assert.h>
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
    assert(counter == 2);
    return 0;
}
