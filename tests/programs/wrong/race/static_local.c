// heddle: data-race
// A function keeps its counter in a static local and is called from two threads.
#include <pthread.h>
#include <stddef.h>

static int next_id(void) {
    static int last;
    return ++last;
}

static void *worker(void *arg) {
    *(int *)arg = next_id();
    return NULL;
}

int main(void) {
    pthread_t t;
    int id;
    pthread_create(&t, NULL, worker, &id);
    int mine = next_id();
    pthread_join(t, NULL);
    return id + mine > 3;
}
