// heddle: deadlock
// A registry calls back under its lock, and the callback takes a lock under which another thread registers.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t model = PTHREAD_MUTEX_INITIALIZER;
static void (*callback)(void);
static int version;

static void refresh(void) {
    pthread_mutex_lock(&model);
    version++;
    pthread_mutex_unlock(&model);
}

static void *notifier(void *arg) {
    (void)arg;
    pthread_mutex_lock(&registry);
    callback();
    pthread_mutex_unlock(&registry);
    return NULL;
}

int main(void) {
    pthread_t t;
    callback = refresh;
    pthread_create(&t, NULL, notifier, NULL);
    pthread_mutex_lock(&model);
    version++;
    pthread_mutex_lock(&registry);
    callback = refresh;
    pthread_mutex_unlock(&registry);
    pthread_mutex_unlock(&model);
    pthread_join(t, NULL);
    return 0;
}
