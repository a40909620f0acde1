// heddle: none
// pthread_self is distinct for live threads and equal to the id that create stored.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t seen[2];

static void *record(void *arg) {
    *(pthread_t *)arg = pthread_self();
    assert(pthread_equal(pthread_self(), *(pthread_t *)arg));
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, record, &seen[0]);
    pthread_create(&b, NULL, record, &seen[1]);
    assert(!pthread_equal(a, b));
    assert(!pthread_equal(a, pthread_self()));
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_equal(seen[0], a) && pthread_equal(seen[1], b));
    return 0;
}
