// heddle: signal
// main closes the reading end without waiting for the writer, whom SIGPIPE then hits.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *arg) {
    if (write(ends[1], "x", 1) != 1)
        return arg;
    return NULL;
}

int main(void) {
    pthread_t t;
    if (pipe(ends) != 0)
        return 1;
    pthread_create(&t, NULL, writer, NULL);
    close(ends[0]);
    pthread_join(t, NULL);
    close(ends[1]);
    return 0;
}
