// heddle: none
// Words that nobody writes any more are read by a move in inline assembly, whose operand is a byte, and without (x86-64).
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static long table[2] = {3, 4};

static long load(const void *p) {
#if defined(__x86_64__)
    long value;
    __asm__ __volatile__("movq %1, %0" : "=q"(value) : "m"(*(const char *)p) : "memory");
    return value;
#else
    return __atomic_load_n((const long *)p, __ATOMIC_SEQ_CST);
#endif
}

static void *reader(void *unused) {
    assert(load(&table[0]) + load(&table[1]) == table[0] + table[1]);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
