// heddle: assertion
// A read-write lock of its own lets a writer in when it saw no readers, which may have come since.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int readers, writing;
static int data[2];

static void *read_it(void *arg) {
    (void)arg;
    if (!atomic_load(&writing)) {
        atomic_fetch_add(&readers, 1);
        assert(data[0] == data[1]);
        atomic_fetch_sub(&readers, 1);
    }
    return NULL;
}

static void *write_it(void *arg) {
    (void)arg;
    if (atomic_load(&readers) == 0) {
        atomic_store(&writing, 1);
        data[0] = 1;
        data[1] = 1;
        atomic_store(&writing, 0);
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, read_it, NULL);
    pthread_create(&t[1], NULL, write_it, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
