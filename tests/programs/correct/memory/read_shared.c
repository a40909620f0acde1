// heddle: none
// Data written before the threads start is only read while they run; concurrent reads are no race.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char names[3][6] = {"ada", "grace", "edith"};
static char *copy;

static void *reader(void *arg) {
    size_t *length = arg;
    char local[16];
    strcpy(local, copy);
    *length = strlen(local);
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i], copy) == 0)
            *length += 100;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    size_t length[2];
    copy = strdup(names[1]);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, reader, &length[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(length[0] == 105 && length[1] == 105);
    free(copy);
    return 0;
}
