// heddle: none
// With MSG_WAITALL a reader gets all it asks for, however many parts it comes in, or what there is at the end.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *send_parts(void *unused) {
    assert(send(ends[1], "ab", 2, 0) == 2);
    assert(send(ends[1], "cd", 2, 0) == 2);
    assert(send(ends[1], "e", 1, 0) == 1);
    close(ends[1]);
    return unused;
}

int main(void) {
    pthread_t t;
    char text[4];
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    pthread_create(&t, NULL, send_parts, NULL);
    assert(recv(ends[0], text, sizeof(text), MSG_WAITALL) == 4);
    assert(memcmp(text, "abcd", 4) == 0);
    assert(recvfrom(ends[0], text, sizeof(text), MSG_WAITALL, NULL, NULL) == 1);
    assert(recvfrom(ends[0], text, sizeof(text), MSG_DONTWAIT, NULL, NULL) <= 0);
    pthread_join(t, NULL);
    close(ends[0]);
    return 0;
}
