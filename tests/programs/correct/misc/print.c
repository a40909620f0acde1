// heddle: none
// Threads print to standard output at the same time; stdio locks its streams itself.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *printer(void *arg) {
    char line[32];
    int n = snprintf(line, sizeof line, "thread %d\n", *(int *)arg);
    assert(n == (int)strlen(line));
    int rc = fputs(line, stdout);
    assert(rc >= 0);
    return NULL;
}

int main(void) {
    int one = 1, two = 2;
    pthread_t a, b;
    pthread_create(&a, NULL, printer, &one);
    pthread_create(&b, NULL, printer, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
