// heddle: data-race
// A plain flag is meant to publish plain data.
#include <pthread.h>
#include <stddef.h>

static int data, ready;

static void *sender(void *arg) {
    (void)arg;
    data = 7;
    ready = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    int seen = 7;
    pthread_create(&t, NULL, sender, NULL);
    if (ready)
        seen = data;
    pthread_join(t, NULL);
    return seen != 7;
}
