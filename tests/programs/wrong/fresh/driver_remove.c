// heddle: use-after-free
// Removing a device frees its buffer when the open count is zero, which open raises after it has looked at the device.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *buffer;
static int opened;

static void *open_device(void *arg) {
    (void)arg;
    char *b = __atomic_load_n(&buffer, __ATOMIC_SEQ_CST);
    if (b) {
        __atomic_fetch_add(&opened, 1, __ATOMIC_SEQ_CST);
        b[0] = 1;
        __atomic_fetch_sub(&opened, 1, __ATOMIC_SEQ_CST);
    }
    return NULL;
}

static void *remove_device(void *arg) {
    (void)arg;
    if (__atomic_load_n(&opened, __ATOMIC_SEQ_CST) == 0) {
        char *b = __atomic_exchange_n(&buffer, NULL, __ATOMIC_SEQ_CST);
        free(b);
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    buffer = malloc(4);
    pthread_create(&t[0], NULL, open_device, NULL);
    pthread_create(&t[1], NULL, remove_device, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
