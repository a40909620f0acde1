// heddle: none
// Each thread fills its own half of one buffer with memcpy and string functions; the halves do not overlap.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum { HALF = 11 }; // odd on purpose: the halves meet inside a word
static char buffer[2 * HALF];

static void *left(void *arg) {
    (void)arg;
    char local[HALF] = "0123456789";
    memcpy(buffer, local, HALF);
    memmove(buffer + 1, buffer, 5);
    assert(memcmp(buffer, "0012345678", 6) == 0);
    return NULL;
}

static void *right(void *arg) {
    (void)arg;
    memset(buffer + HALF, 'x', HALF);
    strcpy(buffer + HALF, "abc");
    strncat(buffer + HALF, "defgh", 3);
    assert(strlen(buffer + HALF) == 6);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(strcmp(buffer, "0012346789") == 0);
    assert(strcmp(buffer + HALF, "abcdef") == 0);
    assert(buffer[2 * HALF - 1] == 'x');
    return 0;
}
