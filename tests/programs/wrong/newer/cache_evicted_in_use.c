// heddle: use-after-free
// A lookup gives out the entry itself; an insertion that finds the cache full frees the oldest, in use or not.
#include <pthread.h>
#include <stdlib.h>

struct entry {
    int key, value;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *slots[2];

static struct entry *lookup(int key) {
    struct entry *found = NULL;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 2; i++)
        if (slots[i] && slots[i]->key == key)
            found = slots[i];
    pthread_mutex_unlock(&lock);
    return found;
}

static void insert(int key, int value) {
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->value = value;
    pthread_mutex_lock(&lock);
    free(slots[0]);
    slots[0] = slots[1];
    slots[1] = e;
    pthread_mutex_unlock(&lock);
}

static void *reader(void *sum) {
    struct entry *e = lookup(1);
    if (e)
        *(int *)sum += e->value;
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    insert(3, 30);
    return NULL;
}

int main(void) {
    static int sum;
    pthread_t a, b;
    insert(1, 10);
    insert(2, 20);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, &sum);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
