// heddle: deadlock
// Four threads each take a lock and the next one's, in a ring.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t locks[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void *member(void *arg) {
    size_t i = (size_t)arg;
    pthread_mutex_lock(&locks[i]);
    pthread_mutex_lock(&locks[(i + 1) % 4]);
    pthread_mutex_unlock(&locks[(i + 1) % 4]);
    pthread_mutex_unlock(&locks[i]);
    return NULL;
}

int main(void) {
    pthread_t t[4];
    for (size_t i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, member, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
