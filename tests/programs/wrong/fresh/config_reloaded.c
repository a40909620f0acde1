// heddle: assertion
// A request reads two settings; a reload changes both under the lock, but the request takes it twice.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int host = 1, port = 1;

static void *request(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int h = host;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    int p = port;
    pthread_mutex_unlock(&lock);
    assert(h == p);
    return NULL;
}

static void *reload(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    host = port = 2;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, request, NULL);
    pthread_create(&t[1], NULL, request, NULL);
    pthread_create(&t[2], NULL, reload, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
