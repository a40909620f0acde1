// heddle: out-of-bounds
// Four bytes are allocated; a move in inline assembly, whose operand is declared as a byte, reads eight (x86-64).
#include <pthread.h>
#include <stdlib.h>

static long load(const void *p) {
#if defined(__x86_64__)
    long value;
    __asm__ __volatile__("movq %1, %0" : "=q"(value) : "m"(*(const char *)p) : "memory");
    return value;
#else
    return __atomic_load_n((const long *)p, __ATOMIC_SEQ_CST);
#endif
}

static void *reader(void *p) {
    return (void *)load(p);
}

int main(void) {
    pthread_t a;
    int *p = calloc(1, sizeof(*p));
    pthread_create(&a, NULL, reader, p);
    pthread_join(a, NULL);
    free(p);
    return 0;
}
