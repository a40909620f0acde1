// heddle: none
// Two workers each add to an eventfd after filling their cell; main reads until both have been counted.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event;
static int cells[2];

static void *worker(void *arg) {
    int *cell = arg;
    uint64_t one = 1;
    *cell = 3;
    ssize_t n = write(event, &one, sizeof one);
    assert(n == sizeof one);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    event = eventfd(0, 0);
    assert(event >= 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &cells[i]);
    uint64_t total = 0, got;
    while (total < 2) {
        ssize_t n = read(event, &got, sizeof got);
        assert(n == sizeof got && got > 0);
        total += got;
    }
    assert(total == 2 && cells[0] + cells[1] == 6);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    close(event);
    return 0;
}
