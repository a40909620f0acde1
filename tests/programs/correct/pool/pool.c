// heddle: none
// Two pool threads run queued jobs until the queue is closed and empty; every job runs exactly once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
    void (*run)(void *);
    void *arg;
    struct job *next;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct job *head, **tail = &head;
static int closed;

static void submit(void (*run)(void *), void *arg) {
    struct job *j = malloc(sizeof *j);
    *j = (struct job){run, arg, NULL};
    pthread_mutex_lock(&lock);
    *tail = j;
    tail = &j->next;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    (void)arg;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!head && !closed)
            pthread_cond_wait(&changed, &lock);
        struct job *j = head;
        if (j) {
            head = j->next;
            if (!head)
                tail = &head;
        }
        pthread_mutex_unlock(&lock);
        if (!j)
            return NULL;
        j->run(j->arg);
        free(j);
    }
}

static void bump(void *arg) { ++*(int *)arg; }

int main(void) {
    pthread_t t[2];
    int cells[3] = {0, 10, 20};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        submit(bump, &cells[i]);
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(cells[0] == 1 && cells[1] == 11 && cells[2] == 21);
    return 0;
}
