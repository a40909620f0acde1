// heddle: data-race
// Two C11 threads add to a plain counter without a lock.
#include <stddef.h>
#include <threads.h>

static int counter;

static int worker(void *arg) {
    (void)arg;
    counter++;
    return 0;
}

int main(void) {
    thrd_t t, u;
    thrd_create(&t, worker, NULL);
    thrd_create(&u, worker, NULL);
    thrd_join(t, NULL);
    thrd_join(u, NULL);
    return counter > 2;
}
