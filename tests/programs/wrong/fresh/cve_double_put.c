// heddle: double-free|use-after-free
// Dropping a reference writes the count and looks at it again: two error paths can both see zero.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct object {
    volatile int count;
};
static struct object *object;

static void *put(void *arg) {
    (void)arg;
    struct object *o = object;
    int left = o->count - 1;
    o->count = left;
    if (o->count == 0)
        free(o);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    object = calloc(1, sizeof *object);
    object->count = 2;
    pthread_create(&t[0], NULL, put, NULL);
    pthread_create(&t[1], NULL, put, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
