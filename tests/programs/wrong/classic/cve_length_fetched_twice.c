// heddle: out-of-bounds
// A request's length is checked and fetched again for the copy, while its owner changes it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static volatile int length = 4;
static char *target;

static void *request(void *arg) {
    (void)arg;
    if (length <= 8) {
        for (int i = 0; i < length; i++)
            target[i] = 1;
    }
    return NULL;
}

static void *owner(void *arg) {
    (void)arg;
    length = 20;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    target = malloc(8);
    pthread_create(&a, NULL, request, NULL);
    pthread_create(&b, NULL, owner, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
