// heddle: none
// Three threads race to initialise through pthread_once; it happens once and all see the result.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, table[2];

static void init(void) {
    runs++;
    table[0] = 10;
    table[1] = 20;
}

static void *user(void *arg) {
    (void)arg;
    pthread_once(&once, init);
    assert(table[0] == 10 && table[1] == 20);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, user, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(runs == 1);
    return 0;
}
