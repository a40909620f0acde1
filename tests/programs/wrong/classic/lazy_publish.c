// heddle: null-dereference
// Lazy initialisation publishes the object before its member is set; the fast path takes no lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct config {
    int *values;
};
static struct config *config;

static struct config *get(void) {
    if (!config) {
        pthread_mutex_lock(&lock);
        if (!config) {
            config = calloc(1, sizeof *config);
            config->values = calloc(4, sizeof(int));
        }
        pthread_mutex_unlock(&lock);
    }
    return config;
}

static void *use(void *arg) {
    (void)arg;
    get()->values[1] = 7;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
