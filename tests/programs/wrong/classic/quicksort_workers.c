// heddle: assertion
// Workers sort ranges from a shared list; one that finds it empty counts itself as idle before the last range has been split.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define ROOM 32
static int numbers[8] = {5, 2, 8, 1, 9, 3, 7, 4};
static struct range {
    int from, to;
} todo[ROOM];
static int ntodo, busy;

static void add(int from, int to) {
    pthread_mutex_lock(&lock);
    todo[ntodo++] = (struct range){from, to};
    pthread_mutex_unlock(&lock);
}

static int split(int from, int to) {
    int at = from;
    for (int i = from; i < to; i++) {
        if (numbers[i] < numbers[to]) {
            int x = numbers[i];
            numbers[i] = numbers[at];
            numbers[at++] = x;
        }
    }
    int x = numbers[at];
    numbers[at] = numbers[to];
    numbers[to] = x;
    return at;
}

static void *worker(void *arg) {
    (void)arg;
    for (;;) {
        pthread_mutex_lock(&lock);
        struct range r = {0, 0};
        int any = ntodo > 0;
        if (any)
            r = todo[--ntodo];
        pthread_mutex_unlock(&lock);
        if (!any)
            return NULL;
        if (r.from < r.to) {
            __atomic_fetch_add(&busy, 1, __ATOMIC_SEQ_CST);
            int at = split(r.from, r.to);
            add(r.from, at - 1);
            add(at + 1, r.to);
            __atomic_fetch_sub(&busy, 1, __ATOMIC_SEQ_CST);
        }
    }
}

static void *watcher(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int empty = ntodo == 0;
    pthread_mutex_unlock(&lock);
    if (empty && __atomic_load_n(&busy, __ATOMIC_SEQ_CST) == 0) {
        for (int i = 1; i < 8; i++)
            assert(numbers[i - 1] <= numbers[i]);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    add(0, 7);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_create(&c, NULL, watcher, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
