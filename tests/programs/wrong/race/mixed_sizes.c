// heddle: data-race
// One thread writes a whole word, the other one byte of it.
#include <pthread.h>
#include <stdint.h>
#include <stddef.h>

static union { uint32_t word; uint8_t byte[4]; } u;

static void *write_byte(void *arg) {
    (void)arg;
    u.byte[3] = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, write_byte, NULL);
    u.word = 0x01020304;
    pthread_join(t, NULL);
    return 0;
}
