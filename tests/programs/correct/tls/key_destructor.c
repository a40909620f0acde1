// heddle: none
// Thread-specific values differ per thread and their destructor runs once for each thread that set one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key;
static atomic_int destroyed, sum;

static void destroy(void *p) {
    atomic_fetch_add(&sum, *(int *)p);
    atomic_fetch_add(&destroyed, 1);
    free(p);
}

static void *setter(void *arg) {
    assert(pthread_getspecific(key) == NULL);
    int *p = malloc(sizeof *p);
    *p = *(int *)arg;
    pthread_setspecific(key, p);
    assert(*(int *)pthread_getspecific(key) == *(int *)arg);
    return NULL;
}

static void *bystander(void *arg) {
    (void)arg;
    assert(pthread_getspecific(key) == NULL);
    return NULL;
}

int main(void) {
    static int one = 1, two = 2;
    pthread_t t[3];
    pthread_key_create(&key, destroy);
    pthread_create(&t[0], NULL, setter, &one);
    pthread_create(&t[1], NULL, setter, &two);
    pthread_create(&t[2], NULL, bystander, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(destroyed == 2 && sum == 3);
    pthread_key_delete(key);
    return 0;
}
