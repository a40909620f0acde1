// heddle: null-dereference
// A callback is removed between the check and the call, both of them atomic loads.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct listener {
    int calls;
};
static struct listener only;
static _Atomic(struct listener *) registered = &only;

static void *notifier(void *arg) {
    (void)arg;
    if (atomic_load(&registered))
        atomic_load(&registered)->calls++;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, notifier, NULL);
    atomic_store(&registered, NULL);
    pthread_join(t, NULL);
    return only.calls > 1;
}
