// heddle: none
// main leaves with pthread_exit and is joined by a detached thread, with whose end the process ends.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t main_thread;
static int value;

static void *last(void *arg) {
    (void)arg;
    int rc = pthread_join(main_thread, NULL);
    assert(rc == 0);
    assert(value == 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    main_thread = pthread_self();
    pthread_create(&t, NULL, last, NULL);
    pthread_detach(t);
    value = 1;
    pthread_exit(NULL);
}
