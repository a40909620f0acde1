// heddle: assertion
// The writer uses a lock of its own; readers that compare two fields see a torn pair.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t readers = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t writer_lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void *write_both(void *arg) {
    (void)arg;
    pthread_mutex_lock(&writer_lock);
    a = 1;
    b = 1;
    pthread_mutex_unlock(&writer_lock);
    return NULL;
}

static void *read_both(void *arg) {
    (void)arg;
    pthread_mutex_lock(&readers);
    assert(a == b);
    pthread_mutex_unlock(&readers);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, write_both, NULL);
    pthread_create(&t[1], NULL, read_both, NULL);
    pthread_create(&t[2], NULL, read_both, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
