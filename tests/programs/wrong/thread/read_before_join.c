// heddle: data-race
// main reads the worker's result, a variable on main's stack, before it joins the worker.
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
    *(int *)arg = 42;
    return NULL;
}

int main(void) {
    pthread_t t;
    int result = 0;
    pthread_create(&t, NULL, worker, &result);
    int early = result;
    pthread_join(t, NULL);
    return early > 42;
}
