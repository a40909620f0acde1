// heddle: data-race
// The last holder clears the object, but relaxed counting does not order that after the other holder's read.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int refs = 2;
static int payload = 7;

static void *holder(void *arg) {
    int seen = payload;
    if (atomic_fetch_sub_explicit(&refs, 1, memory_order_relaxed) == 1)
        payload = 0;
    return seen ? NULL : arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, holder, NULL);
    pthread_create(&b, NULL, holder, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return payload;
}
