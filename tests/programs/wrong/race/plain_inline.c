// heddle: data-race
// A function that is only offered for inlining, of which no file makes one to call, adds to a counter without a lock.
#include <pthread.h>
#include <stddef.h>

static int counter;
int *count(void) { return &counter; }

inline void add(int n) {
    if (n > 0) {
        *count() += n;
        add(n - 1);
    }
}

static void *worker(void *unused) {
    add(2);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
