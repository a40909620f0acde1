// heddle: none
// Heap blocks change owner through a locked queue; the receiver alone touches and frees them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct message {
    struct message *next;
    char text[8];
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static struct message *queue;

static void *sender(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        struct message *m = malloc(sizeof *m);
        strcpy(m->text, "hello"); // not shared yet: no lock needed
        pthread_mutex_lock(&lock);
        m->next = queue;
        queue = m;
        pthread_cond_signal(&arrived);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, sender, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        while (!queue)
            pthread_cond_wait(&arrived, &lock);
        struct message *m = queue;
        queue = m->next;
        pthread_mutex_unlock(&lock);
        assert(strcmp(m->text, "hello") == 0); // ours now: no lock needed
        free(m);
    }
    pthread_join(t, NULL);
    return 0;
}
