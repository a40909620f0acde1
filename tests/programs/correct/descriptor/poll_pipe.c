// heddle: none
// poll first times out on an empty pipe, then waits without limit until the other thread has written.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void *sender(void *arg) {
    (void)arg;
    ssize_t n = write(ends[1], "z", 1);
    assert(n == 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    char c = 0;
    assert(pipe(ends) == 0);
    struct pollfd p = {.fd = ends[0], .events = POLLIN};
    int rc = poll(&p, 1, 0);
    assert(rc == 0);
    rc = poll(&p, 1, 5);
    assert(rc == 0);
    pthread_create(&t, NULL, sender, NULL);
    rc = poll(&p, 1, -1);
    assert(rc == 1 && (p.revents & POLLIN));
    ssize_t n = read(ends[0], &c, 1);
    assert(n == 1 && c == 'z');
    pthread_join(t, NULL);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
