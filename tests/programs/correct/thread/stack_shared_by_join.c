// heddle: none
// Children fill different elements of an array on main's stack, which main reads after joining.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *fill(void *arg) {
    int *cell = arg;
    *cell = *cell * *cell;
    return NULL;
}

int main(void) {
    int cells[3] = {1, 2, 3};
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, fill, &cells[i]);
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        pthread_join(t[i], NULL);
        sum += cells[i];
    }
    assert(sum == 14);
    return 0;
}
