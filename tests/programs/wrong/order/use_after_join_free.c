// heddle: use-after-free
// The worker frees its task when it is done, yet main reads the result from it after the join, in every schedule.
#include <pthread.h>
#include <stdlib.h>

struct task {
    int input, result;
};

static void *worker(void *arg) {
    struct task *t = arg;
    t->result = t->input + 1;
    free(t);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct task *task = malloc(sizeof *task);
    task->input = 1;
    pthread_create(&t, NULL, worker, task);
    pthread_join(t, NULL);
    return task->result != 2;
}
