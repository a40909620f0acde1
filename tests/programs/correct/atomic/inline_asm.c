// heddle: none
// A counter kept with a locked add written in inline assembly (x86-64; a builtin elsewhere) is exact.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static int fetch_add(int *p, int v) {
#if defined(__x86_64__)
    __asm__ __volatile__("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory", "cc");
    return v;
#else
    return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST);
#endif
}

static void *worker(void *arg) {
    int *ticket = arg;
    *ticket = fetch_add(&counter, 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int first, second;
    pthread_create(&a, NULL, worker, &first);
    pthread_create(&b, NULL, worker, &second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(first + second == 1 && first != second);
    assert(fetch_add(&counter, 0) == 2);
    return 0;
}
