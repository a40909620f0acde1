// heddle: deadlock
// A thread reads from a pipe whose only writer, main, waits for that thread.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *arg) {
    (void)arg;
    char c;
    if (read(ends[0], &c, 1) != 1)
        return arg;
    return NULL;
}

int main(void) {
    pthread_t t;
    if (pipe(ends) != 0)
        return 1;
    pthread_create(&t, NULL, reader, NULL);
    pthread_join(t, NULL);
    return 0;
}
