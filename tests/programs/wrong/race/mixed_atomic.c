// heddle: data-race
// One thread adds atomically, the other with a plain increment.
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *careful(void *arg) {
    (void)arg;
    __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, careful, NULL);
    counter++;
    pthread_join(t, NULL);
    return counter > 2;
}
