// heddle: none
// Neighbouring fields of one word belong to different threads; they are separate variables and do not race.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
    char a, b;
    short c;
    int d;
    unsigned e : 3, f : 5; // both bit-fields belong to one thread
} box;

static void *owns_a(void *arg) { (void)arg; box.a = 1; box.a++; return NULL; }
static void *owns_b(void *arg) { (void)arg; box.b = 2; box.b++; return NULL; }
static void *owns_c(void *arg) { (void)arg; box.c = 300; box.c++; return NULL; }
static void *owns_d(void *arg) { (void)arg; box.d = 70000; box.d++; return NULL; }
static void *owns_e(void *arg) { (void)arg; box.e = 5; box.f = 17; return NULL; }

int main(void) {
    void *(*owners[])(void *) = {owns_a, owns_b, owns_c, owns_d, owns_e};
    pthread_t t[5];
    for (int i = 0; i < 5; i++)
        pthread_create(&t[i], NULL, owners[i], NULL);
    for (int i = 0; i < 5; i++)
        pthread_join(t[i], NULL);
    assert(box.a == 2 && box.b == 3 && box.c == 301 && box.d == 70001);
    assert(box.e == 5 && box.f == 17);
    return 0;
}
