// heddle: data-race
// Two threads work on two parts of an array that share one element.
#include <pthread.h>
#include <stddef.h>

static int cells[5];

static void *fill(void *arg) {
    int *from = arg;
    for (int i = 0; i < 3; i++)
        from[i] = 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, fill, cells);
    pthread_create(&b, NULL, fill, cells + 2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
