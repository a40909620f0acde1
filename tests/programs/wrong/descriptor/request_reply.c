// heddle: deadlock
// The server answers only if main has not begun to close; otherwise main reads for ever from an open socket.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static atomic_int closing;

static void *server(void *arg) {
    char c = 'r';
    if (atomic_load(&closing))
        return NULL; // no answer, and the socket stays open
    if (write(ends[1], &c, 1) != 1)
        return arg;
    return NULL;
}

int main(void) {
    pthread_t t;
    char c;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return 1;
    pthread_create(&t, NULL, server, NULL);
    atomic_store(&closing, 1);
    if (read(ends[0], &c, 1) != 1)
        return 1;
    pthread_join(t, NULL);
    return 0;
}
