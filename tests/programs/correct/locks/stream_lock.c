// heddle: none
// flockfile protects more than the stream; the thread that holds it may take it again.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static long written;

static void *work(void *unused) {
    flockfile(stdout);
    if (ftrylockfile(stdout) == 0) {
        written++;
        funlockfile(stdout);
    }
    written++;
    funlockfile(stdout);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    if (ftrylockfile(stdout) == 0) {
        written++;
        written--;
        funlockfile(stdout);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(written == 4);
    return 0;
}
