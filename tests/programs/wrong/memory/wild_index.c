// heddle: wild-access
// A 64-bit index is kept in two 32-bit halves; a read between the two updates yields an index far outside.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stddef.h>

#define NONE UINT64_MAX
static struct { char bytes[65536]; } block[2];
static _Atomic uint32_t high = 0, low = 1;

static void *forget(void *arg) {
    (void)arg;
    atomic_store(&low, (uint32_t)NONE);
    atomic_store(&high, (uint32_t)(NONE >> 32));
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, forget, NULL);
    uint64_t h = atomic_load(&high);
    uint64_t index = h << 32 | atomic_load(&low);
    if (index != NONE)
        block[index].bytes[0] = 1; // index is 1 or, torn, 0xffffffff
    pthread_join(t, NULL);
    return 0;
}
