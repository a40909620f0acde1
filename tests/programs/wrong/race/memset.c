// heddle: data-race
// Two threads clear overlapping parts of one buffer; one byte belongs to both.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char buffer[17];

static void *clear_left(void *arg) {
    (void)arg;
    memset(buffer, 'l', 9);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, clear_left, NULL);
    memset(buffer + 8, 'r', 9);
    pthread_join(t, NULL);
    return 0;
}
