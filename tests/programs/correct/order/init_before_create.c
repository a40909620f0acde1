// heddle: none
// Everything a thread needs is set before it is created, and its result is read only after the join.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct task {
    int *input;
    int size;
    int result;
};

static void *sum(void *arg) {
    struct task *t = arg;
    for (int i = 0; i < t->size; i++)
        t->result += t->input[i];
    return t;
}

int main(void) {
    int numbers[4] = {1, 2, 3, 4};
    pthread_t t[2];
    int total = 0;
    for (int i = 0; i < 2; i++) {
        struct task *task = malloc(sizeof *task);
        *task = (struct task){numbers + 2 * i, 2, 0};
        pthread_create(&t[i], NULL, sum, task);
    }
    for (int i = 0; i < 2; i++) {
        void *task;
        pthread_join(t[i], &task);
        total += ((struct task *)task)->result;
        free(task);
    }
    assert(total == 10);
    return 0;
}
