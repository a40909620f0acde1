// heddle: double-free
// Two threads close the same handle: both see it open and free its buffer.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct handle {
    int open;
    char *buffer;
};
static struct handle handle;

static void *close_it(void *arg) {
    (void)arg;
    if (handle.open) {
        free(handle.buffer);
        handle.open = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    handle.open = 1;
    handle.buffer = malloc(8);
    pthread_create(&a, NULL, close_it, NULL);
    pthread_create(&b, NULL, close_it, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
