// heddle: deadlock
// The initialiser calls a function that waits for the same initialisation.
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;
static void init(void);

static int get(void) {
    pthread_once(&once, init);
    return value;
}

static void init(void) { value = get() + 1; }

static void *user(void *arg) {
    (void)arg;
    get();
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, user, NULL);
    pthread_join(t, NULL);
    return 0;
}
