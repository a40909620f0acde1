// heddle: invalid-free
// A reader advances the cursor into a heap block; if that happens first, main frees an address inside the block.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *cursor;

static void *skip_blank(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (cursor && *cursor == ' ')
        cursor++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    cursor = malloc(4);
    cursor[0] = ' ';
    pthread_create(&t, NULL, skip_blank, NULL);
    pthread_mutex_lock(&lock);
    free(cursor);
    cursor = NULL;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
