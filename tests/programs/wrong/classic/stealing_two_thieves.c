// heddle: assertion
// Thieves read the top item and advance the top in two steps, so two of them can take the same one.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define ITEMS 4
static int top, bottom = ITEMS, taken[ITEMS];

static void *thief(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        int t = top, any = t < bottom;
        pthread_mutex_unlock(&lock);
        if (!any)
            return NULL;
        int first = __atomic_fetch_add(&taken[t], 1, __ATOMIC_SEQ_CST) == 0;
        assert(first);
        pthread_mutex_lock(&lock);
        top = t + 1;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thief, NULL);
    pthread_create(&b, NULL, thief, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
