// heddle: use-after-free|null-dereference
// Events copy the handler under the lock and call it without; unregistering frees what the handler works on.
#include <pthread.h>
#include <stdlib.h>

struct context {
    int events;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*handler)(struct context *);
static struct context *context;

static void count(struct context *c) {
    c->events++;
}

static void *event(void *arg) {
    pthread_mutex_lock(&lock);
    void (*h)(struct context *) = handler;
    struct context *c = context;
    pthread_mutex_unlock(&lock);
    if (h)
        h(c);
    return arg;
}

static void *unregister(void *arg) {
    pthread_mutex_lock(&lock);
    handler = NULL;
    struct context *c = context;
    context = NULL;
    pthread_mutex_unlock(&lock);
    free(c);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    handler = count;
    context = calloc(1, sizeof *context);
    pthread_create(&a, NULL, unregister, NULL);
    pthread_create(&b, NULL, event, NULL);
    pthread_create(&c, NULL, event, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
