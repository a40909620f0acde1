// heddle: deadlock
// An entry is moved under the locks of both tables, the source's first; a third thread locks all in their order.
#include <pthread.h>
#include <stddef.h>
#define TABLES 3

static struct table {
    pthread_mutex_t lock;
    int entries;
} tables[TABLES];

static void move(struct table *from, struct table *to) {
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->entries--;
    to->entries++;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *forward(void *arg) {
    move(&tables[0], &tables[1]);
    return arg;
}

static void *back(void *arg) {
    move(&tables[2], &tables[0]);
    return arg;
}

static void *count_all(void *arg) {
    for (int i = 0; i < TABLES; i++)
        pthread_mutex_lock(&tables[i].lock);
    for (int i = TABLES; i-- > 0;)
        pthread_mutex_unlock(&tables[i].lock);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    for (int i = 0; i < TABLES; i++)
        pthread_mutex_init(&tables[i].lock, NULL);
    pthread_create(&a, NULL, forward, NULL);
    pthread_create(&b, NULL, count_all, NULL);
    pthread_create(&c, NULL, back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
