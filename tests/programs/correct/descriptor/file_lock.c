// heddle: none executions=500
// flock is the only lock; a close unlocks as well.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

static char path[40];
static int n;

static void *work(void *unused) {
    int fd = open(path, O_RDWR);
    assert(fd >= 0);
    assert(flock(fd, LOCK_EX) == 0);
    n++;
    assert(flock(fd, LOCK_UN) == 0);
    assert(flock(fd, LOCK_EX) == 0);
    n++;
    close(fd);
    return unused;
}

int main(void) {
    pthread_t a, b;
    int fd = memfd_create("lock", 0);
    assert(fd >= 0);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd); // opened again, it is another file description
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(n == 4);
    close(fd);
    return 0;
}
