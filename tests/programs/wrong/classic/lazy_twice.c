// heddle: assertion
// Two threads both find the singleton missing, and one works on a copy that is replaced.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *counter;

static void *count(void *arg) {
    (void)arg;
    if (!counter) {
        int *fresh = calloc(1, sizeof *fresh);
        counter = fresh;
    }
    __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_create(&c, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(*counter == 3);
    return 0;
}
