// heddle: assertion
// A reader of a sequence lock checks that no write is going on before it reads, and not that none has happened when it is through.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int sequence, low, high;

static void *writer(void *arg) {
    for (int i = 1; i <= 2; i++) {
        atomic_fetch_add(&sequence, 1);
        atomic_store(&low, i);
        atomic_store(&high, i);
        atomic_fetch_add(&sequence, 1);
    }
    return arg;
}

static void *reader(void *arg) {
    if (atomic_load(&sequence) % 2 == 0) {
        int l = atomic_load(&low), h = atomic_load(&high);
        assert(l == h);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
