// heddle: data-race
// A string is overwritten with strcpy while another thread measures it.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char name[16] = "ada";

static void *rename_it(void *arg) {
    (void)arg;
    strcpy(name, "grace");
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, rename_it, NULL);
    size_t length = strlen(name);
    pthread_join(t, NULL);
    return length > 5;
}
