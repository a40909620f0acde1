// heddle: none
// epoll_pwait2 waits for another thread, and not longer than it is told.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

static int event, shared;

static void *wake(void *unused) {
    uint64_t one = 1;
    shared = 1;
    assert(write(event, &one, sizeof(one)) == sizeof(one));
    return unused;
}

int main(void) {
    struct epoll_event e = {.events = EPOLLIN};
    struct timespec soon = {.tv_nsec = 1000};
    pthread_t t;
    int set = epoll_create1(0);
    event = eventfd(0, 0);
    assert(epoll_ctl(set, EPOLL_CTL_ADD, event, &e) == 0);
    assert(epoll_pwait2(set, &e, 1, &soon, NULL) == 0);
    pthread_create(&t, NULL, wake, NULL);
    assert(epoll_pwait2(set, &e, 1, NULL, NULL) == 1);
    assert(shared == 1);
    pthread_join(t, NULL);
    close(set);
    close(event);
    return 0;
}
