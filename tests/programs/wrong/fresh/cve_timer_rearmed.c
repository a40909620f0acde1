// heddle: use-after-free
// The timer is cancelled before the object is freed, but its handler may arm it again in between.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct object {
    int armed, fired;
};
static struct object *object;

static void *handler(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int armed = object && object->armed;
    struct object *o = object;
    pthread_mutex_unlock(&lock);
    if (armed)
        o->fired++;
    return NULL;
}

static void *destroy(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct object *o = object;
    o->armed = 0;
    object = NULL;
    pthread_mutex_unlock(&lock);
    free(o);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    object = calloc(1, sizeof *object);
    object->armed = 1;
    pthread_create(&t[0], NULL, handler, NULL);
    pthread_create(&t[1], NULL, destroy, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
