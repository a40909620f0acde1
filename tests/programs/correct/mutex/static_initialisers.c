// heddle: none
// Every primitive that has a static initialiser is used without an init call.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <threads.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t nested = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static once_flag c11_once = ONCE_FLAG_INIT;

static int ready, in_nested, in_checked, in_rw, first, c11_first;

static void init_first(void) { first++; }
static void init_c11(void) { c11_first++; }

static void *worker(void *arg) {
    (void)arg;
    pthread_once(&once, init_first);
    call_once(&c11_once, init_c11);

    pthread_mutex_lock(&nested);
    pthread_mutex_lock(&nested);
    in_nested++;
    pthread_mutex_unlock(&nested);
    pthread_mutex_unlock(&nested);

    pthread_mutex_lock(&checked);
    int rc = pthread_mutex_lock(&checked);
    assert(rc == EDEADLK);
    in_checked++;
    pthread_mutex_unlock(&checked);

    pthread_rwlock_wrlock(&rw);
    in_rw++;
    pthread_rwlock_unlock(&rw);

    pthread_mutex_lock(&plain);
    ready = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&plain);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_once(&once, init_first);
    call_once(&c11_once, init_c11);
    assert(first == 1 && c11_first == 1);
    pthread_mutex_lock(&plain);
    while (!ready)
        pthread_cond_wait(&cond, &plain);
    pthread_mutex_unlock(&plain);
    assert(in_nested == 1 && in_checked == 1 && in_rw == 1);
    pthread_join(t, NULL);
    return 0;
}
