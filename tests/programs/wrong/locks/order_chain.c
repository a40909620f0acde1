// heddle: deadlock
// Three locks are ordered a < b < c except in one thread, which takes c before a.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER,
                       c = PTHREAD_MUTEX_INITIALIZER;

static void *in_order(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&c);
    pthread_mutex_unlock(&c);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return NULL;
}

static void *out_of_order(void *arg) {
    (void)arg;
    pthread_mutex_lock(&c);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&c);
    return NULL;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, in_order, NULL);
    pthread_create(&u, NULL, out_of_order, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
