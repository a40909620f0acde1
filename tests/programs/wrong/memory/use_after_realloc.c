// heddle: use-after-free
// A buffer is grown under the lock while another thread still holds its old address.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *buffer;

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    char *at = buffer + 3;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    *at = 'x';
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    buffer = malloc(16);
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&lock);
    char *grown = malloc(4096);
    grown[0] = buffer[0] = 'a';
    free(buffer);
    buffer = grown;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    free(buffer);
    return 0;
}
