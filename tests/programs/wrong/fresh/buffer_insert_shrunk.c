// heddle: out-of-bounds
// Inserting computes the position from the length, another thread replaces the text with a shorter one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *text;
static int length = 8;

static void *insert(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int at = length - 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    text[at] = 'x';
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *replace(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    free(text);
    text = malloc(2);
    length = 2;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    text = malloc(8);
    pthread_create(&t[0], NULL, insert, NULL);
    pthread_create(&t[1], NULL, replace, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
