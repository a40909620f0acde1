// heddle: assertion
// main closes the descriptor that the worker has yet to write to.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *arg) {
    (void)arg;
    ssize_t n = write(ends[1], "x", 1);
    assert(n == 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    if (pipe(ends) != 0)
        return 1;
    pthread_create(&t, NULL, writer, NULL);
    close(ends[1]);
    pthread_join(t, NULL);
    close(ends[0]);
    return 0;
}
