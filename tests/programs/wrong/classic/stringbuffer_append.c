// heddle: assertion
// Appending one buffer to another asks for its length and then copies, with the other's lock free in between.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
struct buffer {
    pthread_mutex_t lock;
    int length;
    char text[16];
};
static struct buffer from = {.lock = PTHREAD_MUTEX_INITIALIZER, .length = 6, .text = "abcdef"};
static struct buffer to = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int length_of(struct buffer *b) {
    pthread_mutex_lock(&b->lock);
    int n = b->length;
    pthread_mutex_unlock(&b->lock);
    return n;
}

static void copy(struct buffer *b, int n, char *out) {
    pthread_mutex_lock(&b->lock);
    assert(n <= b->length);
    for (int i = 0; i < n; i++)
        out[i] = b->text[i];
    pthread_mutex_unlock(&b->lock);
}

static void *append(void *arg) {
    (void)arg;
    pthread_mutex_lock(&to.lock);
    int n = length_of(&from);
    copy(&from, n, to.text + to.length);
    to.length += n;
    pthread_mutex_unlock(&to.lock);
    return NULL;
}

static void *truncate_it(void *arg) {
    (void)arg;
    pthread_mutex_lock(&from.lock);
    from.length = 0;
    pthread_mutex_unlock(&from.lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, append, NULL);
    pthread_create(&b, NULL, truncate_it, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
