// heddle: none
// A detached C11 thread signals completion through a condition variable with a timed wait loop.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t done;
static int finished;

static int worker(void *arg) {
    (void)arg;
    mtx_lock(&lock);
    finished = 1;
    cnd_signal(&done);
    mtx_unlock(&lock);
    return 0;
}

int main(void) {
    thrd_t t;
    struct timespec limit;
    mtx_init(&lock, mtx_timed);
    cnd_init(&done);
    thrd_create(&t, worker, NULL);
    thrd_detach(t);
    mtx_lock(&lock);
    while (!finished) {
        timespec_get(&limit, TIME_UTC);
        limit.tv_sec += 3600;
        int rc = cnd_timedwait(&done, &lock, &limit);
        assert(rc == thrd_success || rc == thrd_timedout);
    }
    mtx_unlock(&lock);
    return 0;
}
