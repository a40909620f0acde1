// heddle: null-dereference
// A key is validated and its payload read, while another thread revokes it by clearing the payload.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct key {
    int valid;
    int *payload;
};
static struct key key;
static volatile int got;

static void *read_key(void *arg) {
    (void)arg;
    if (__atomic_load_n(&key.valid, __ATOMIC_SEQ_CST)) {
        int *p = __atomic_load_n(&key.payload, __ATOMIC_SEQ_CST);
        got = *p;
    }
    return NULL;
}

static void *revoke(void *arg) {
    (void)arg;
    __atomic_store_n(&key.valid, 0, __ATOMIC_SEQ_CST);
    __atomic_store_n(&key.payload, NULL, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    key.valid = 1;
    key.payload = calloc(1, sizeof(int));
    pthread_create(&t[0], NULL, read_key, NULL);
    pthread_create(&t[1], NULL, revoke, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
