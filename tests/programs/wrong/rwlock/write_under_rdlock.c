// heddle: data-race
// Two threads count under the read lock, which does not exclude the other.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int lookups;

static void *reader(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    lookups++;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return lookups > 2;
}
