// heddle: wild-access
// A pointer is kept masked with a key; changing the two is not one step, so a reader may unmask with the wrong key.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stddef.h>

static int object = 1;
static _Atomic uintptr_t key, masked;

static void *reader(void *arg) {
    uintptr_t m = atomic_load(&masked);
    int *p = (int *)(m ^ atomic_load(&key));
    *(int *)arg = *p;
    return NULL;
}

int main(void) {
    pthread_t t;
    int seen = 0;
    uintptr_t fresh = (uintptr_t)0x6000000000000;
    atomic_store(&masked, (uintptr_t)&object);
    pthread_create(&t, NULL, reader, &seen);
    atomic_store(&key, fresh);
    atomic_store(&masked, (uintptr_t)&object ^ fresh);
    pthread_join(t, NULL);
    return seen != 1;
}
