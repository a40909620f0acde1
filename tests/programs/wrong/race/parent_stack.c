// heddle: data-race
// Two children add to the same variable on their parent's stack.
#include <pthread.h>
#include <stddef.h>

static void *adder(void *arg) {
    ++*(int *)arg;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int sum = 0;
    pthread_create(&a, NULL, adder, &sum);
    pthread_create(&b, NULL, adder, &sum);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return sum > 2;
}
