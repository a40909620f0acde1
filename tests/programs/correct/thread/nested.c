// heddle: none
// A thread creates and joins a child of its own; what the grandchild wrote reaches main by the two joins.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int value;

static void *grandchild(void *arg) {
    value = *(int *)arg + 1;
    return NULL;
}

static void *child(void *arg) {
    int local = *(int *)arg + 1; // outlives the grandchild, which is joined here
    pthread_t t;
    pthread_create(&t, NULL, grandchild, &local);
    pthread_join(t, NULL);
    assert(value == local + 1);
    value++;
    return NULL;
}

int main(void) {
    int start = 1;
    pthread_t t;
    pthread_create(&t, NULL, child, &start);
    pthread_join(t, NULL);
    assert(value == 4);
    return 0;
}
