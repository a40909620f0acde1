// heddle: assertion
// The merger looks whether both halves are sorted, but one worker says so before its last swap.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int done;
static int left[2] = {2, 1}, right[2] = {4, 3};

static void *sort_left(void *arg) {
    (void)arg;
    int x = left[0];
    left[0] = left[1];
    left[1] = x;
    atomic_fetch_add(&done, 1);
    return NULL;
}

static void *sort_right(void *arg) {
    (void)arg;
    atomic_fetch_add(&done, 1);
    int x = right[0];
    right[0] = right[1];
    right[1] = x;
    return NULL;
}

static void *merge(void *arg) {
    (void)arg;
    if (atomic_load(&done) == 2)
        assert(left[0] < left[1] && right[0] < right[1]);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, sort_left, NULL);
    pthread_create(&t[1], NULL, sort_right, NULL);
    pthread_create(&t[2], NULL, merge, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
