// heddle: none
// A ball goes back and forth over a socket pair; the side that has the ball owns the counter.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ROUNDS = 2 };
static int ends[2];
static int hits;

static void *player(void *arg) {
    (void)arg;
    char ball;
    for (int i = 0; i < ROUNDS; i++) {
        ssize_t n = recv(ends[1], &ball, 1, 0);
        assert(n == 1 && ball == 'o');
        hits++;
        n = send(ends[1], &ball, 1, 0);
        assert(n == 1);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    char ball = 'o';
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    pthread_create(&t, NULL, player, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        hits++;
        ssize_t n = write(ends[0], &ball, 1);
        assert(n == 1);
        n = read(ends[0], &ball, 1);
        assert(n == 1 && hits == 2 * (i + 1));
    }
    pthread_join(t, NULL);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
