// heddle: use-after-free
// A lookup returns an object under the lock, but takes its reference only after the lock is given back.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
struct object {
    int count;
    int value;
};
static struct object *table;

static void put(struct object *o) {
    if (__atomic_sub_fetch(&o->count, 1, __ATOMIC_SEQ_CST) == 0)
        free(o);
}

static void *use(void *arg) {
    (void)arg;
    pthread_mutex_lock(&table_lock);
    struct object *o = table;
    pthread_mutex_unlock(&table_lock);
    if (o) {
        __atomic_fetch_add(&o->count, 1, __ATOMIC_SEQ_CST);
        put(o);
    }
    return NULL;
}

static void *remove_it(void *arg) {
    (void)arg;
    pthread_mutex_lock(&table_lock);
    struct object *o = table;
    table = NULL;
    pthread_mutex_unlock(&table_lock);
    put(o);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    table = calloc(1, sizeof *table);
    table->count = 1;
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, remove_it, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
