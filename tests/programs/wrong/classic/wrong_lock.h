// USERS threads increment under the data's lock, and look at the result; one increments under another lock.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER, wrong = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *user(void *arg) {
    (void)arg;
    pthread_mutex_lock(&right);
    int before = data;
    data = before + 1;
    assert(data == before + 1);
    pthread_mutex_unlock(&right);
    return NULL;
}

static void *stranger(void *arg) {
    (void)arg;
    pthread_mutex_lock(&wrong);
    data += 1;
    pthread_mutex_unlock(&wrong);
    return NULL;
}

int main(void) {
    pthread_t t[USERS + 1];
    for (int i = 0; i < USERS; i++)
        pthread_create(&t[i], NULL, user, NULL);
    pthread_create(&t[USERS], NULL, stranger, NULL);
    for (int i = 0; i <= USERS; i++)
        pthread_join(t[i], NULL);
    assert(data == USERS + 1);
    return 0;
}
