// heddle: none
// One thread spins with an empty body until the other sets an atomic flag, which it always does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;
static int data;

static void *setter(void *arg) {
    (void)arg;
    data = 3;
    atomic_store(&flag, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    while (!atomic_load(&flag))
        ;
    assert(data == 3);
    pthread_join(t, NULL);
    return 0;
}
