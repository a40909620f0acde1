// heddle: none
// The writer closes its end when it is done; the reader reads to end of file and has everything.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void *sender(void *arg) {
    (void)arg;
    ssize_t n = write(ends[1], "ab", 2);
    assert(n == 2);
    n = write(ends[1], "cd", 2);
    assert(n == 2);
    close(ends[1]);
    return NULL;
}

int main(void) {
    pthread_t t;
    char text[8] = "";
    size_t length = 0;
    ssize_t n;
    assert(pipe(ends) == 0);
    pthread_create(&t, NULL, sender, NULL);
    while ((n = read(ends[0], text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)n;
    assert(n == 0 && strcmp(text, "abcd") == 0);
    pthread_join(t, NULL);
    close(ends[0]);
    return 0;
}
