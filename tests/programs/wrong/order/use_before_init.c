// heddle: null-dereference
// The worker is started before main sets the field it uses.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int settings = 3;
static struct {
    _Atomic(int *) settings;
} self;

static void *worker(void *arg) {
    *(int *)arg = *atomic_load(&self.settings);
    return NULL;
}

int main(void) {
    pthread_t t;
    int seen = 0;
    pthread_create(&t, NULL, worker, &seen);
    atomic_store(&self.settings, &settings);
    pthread_join(t, NULL);
    return seen != 3;
}
