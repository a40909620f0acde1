// heddle: data-race
// One field of a heap object is always locked, the other only by one of the threads.
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t lock;
    int hits, last;
};

static void *worker(void *arg) {
    struct object *o = arg;
    pthread_mutex_lock(&o->lock);
    o->hits++;
    o->last = 2;
    pthread_mutex_unlock(&o->lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct object *o = calloc(1, sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    pthread_create(&t, NULL, worker, o);
    pthread_mutex_lock(&o->lock);
    o->hits++;
    pthread_mutex_unlock(&o->lock);
    o->last = 1;
    pthread_join(t, NULL);
    free(o);
    return 0;
}
