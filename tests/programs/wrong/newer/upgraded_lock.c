// heddle: assertion
// A reader that finds a name missing gives its lock back, takes it for writing and adds the name without looking again.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int names[4], count;

static int find(int name) {
    for (int i = 0; i < count; i++)
        if (names[i] == name)
            return i;
    return -1;
}

static void *intern(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    int at = find(7);
    pthread_rwlock_unlock(&lock);
    if (at < 0) {
        pthread_rwlock_wrlock(&lock);
        names[count++] = 7;
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, intern, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(count == 1);
    return 0;
}
