// heddle: lock-misuse
// A mutex in a heap block full of old bytes is used without having been initialised.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct record {
    pthread_mutex_t lock;
    int value;
};

static void *worker(void *arg) {
    struct record *r = arg;
    pthread_mutex_lock(&r->lock);
    r->value++;
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct record *r = malloc(sizeof *r);
    memset(r, 0x5a, sizeof *r);
    r->value = 0;
    pthread_create(&t, NULL, worker, r);
    pthread_join(t, NULL);
    free(r);
    return 0;
}
