// heddle: use-after-free
// The descriptor is in the table before the creator has finished with the file; another thread closes it meanwhile.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct file {
    int mode;
};
static struct file *files[2];

static void *open_it(void *arg) {
    (void)arg;
    struct file *f = calloc(1, sizeof *f);
    pthread_mutex_lock(&lock);
    files[0] = f;
    pthread_mutex_unlock(&lock);
    f->mode = 6;
    return NULL;
}

static void *close_it(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct file *f = files[0];
    files[0] = NULL;
    pthread_mutex_unlock(&lock);
    free(f);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, open_it, NULL);
    pthread_create(&b, NULL, close_it, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
