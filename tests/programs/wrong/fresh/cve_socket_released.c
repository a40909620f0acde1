// heddle: use-after-free
// Binding a socket to a group looks the group up, while the last member leaves and frees it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct group {
    int members;
};
static struct group *group;

static void *leave(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct group *g = group;
    int last = --g->members == 0;
    if (last)
        group = NULL;
    pthread_mutex_unlock(&lock);
    if (last)
        free(g);
    return NULL;
}

static void *join(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct group *g = group;
    pthread_mutex_unlock(&lock);
    if (g)
        g->members++;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    group = calloc(1, sizeof *group);
    group->members = 1;
    pthread_create(&t[0], NULL, join, NULL);
    pthread_create(&t[1], NULL, leave, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
