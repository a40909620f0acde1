// heddle: none
// A read from a pipe blocks until the other thread writes; what was stored before the write is seen after the read.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];
static int data;

static void *sender(void *arg) {
    (void)arg;
    data = 5;
    ssize_t n = write(ends[1], "x", 1);
    assert(n == 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    char c = 0;
    assert(pipe(ends) == 0);
    pthread_create(&t, NULL, sender, NULL);
    ssize_t n = read(ends[0], &c, 1);
    assert(n == 1 && c == 'x');
    assert(data == 5);
    pthread_join(t, NULL);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
