// heddle: data-race
// Two bit-fields of one word are written by two threads; each write reads and writes the other field too.
#include <pthread.h>
#include <stddef.h>

static struct { unsigned a : 4, b : 4; } box;

static void *set_a(void *arg) {
    (void)arg;
    box.a = 3;
    return NULL;
}

static void *set_b(void *arg) {
    (void)arg;
    box.b = 5;
    return NULL;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, set_a, NULL);
    pthread_create(&u, NULL, set_b, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return box.a > 3 || box.b > 5;
}
