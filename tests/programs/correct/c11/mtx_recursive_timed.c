// heddle: none
// mtx_recursive nests, mtx_trylock reports thrd_busy and mtx_timedlock thrd_timedout while another thread holds it.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t nested, timed;
static int depth;

static int probe(void *arg) {
    (void)arg;
    assert(mtx_trylock(&nested) == thrd_busy);
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    t.tv_nsec += 1000 * 1000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    assert(mtx_timedlock(&timed, &t) == thrd_timedout);
    return 0;
}

static int user(void *arg) {
    (void)arg;
    mtx_lock(&nested);
    mtx_lock(&nested);
    depth++;
    mtx_unlock(&nested);
    depth++;
    mtx_unlock(&nested);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&nested, mtx_plain | mtx_recursive);
    mtx_init(&timed, mtx_timed);
    mtx_lock(&nested);
    assert(mtx_trylock(&nested) == thrd_success);
    mtx_lock(&timed);
    thrd_create(&t, probe, NULL);
    thrd_join(t, NULL);
    mtx_unlock(&timed);
    mtx_unlock(&nested);

    thrd_create(&t, user, NULL);
    mtx_unlock(&nested);
    thrd_join(t, NULL);
    assert(depth == 2);
    mtx_destroy(&nested);
    mtx_destroy(&timed);
    return 0;
}
