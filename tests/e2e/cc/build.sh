# heddle cc as the compiler of an ordinary build; the result runs by itself.
mkdir -p cc && cat >cc/queue.h <<'C'
void queue_put(int v);
int queue_sum(void);
C
cat >cc/queue.c <<'C'
#include "queue.h"
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int puts_here;
void queue_put(int v)
{
	struct node *n = malloc(sizeof *n);
	n->value = v;
	pthread_mutex_lock(&lock);
	n->next = head;
	head = n;
	pthread_mutex_unlock(&lock);
	puts_here++;
}
int queue_sum(void)
{
	int sum = 0;
	while (head) { struct node *n = head; sum += n->value; head = n->next; free(n); }
	return sum;
}
C
cat >cc/main.c <<'C'
#include "queue.h"
#include <pthread.h>
#include <stdio.h>
static void *work(void *arg) { for (int i = 0; i < ROUNDS; i++) queue_put((int)(long)arg); return arg; }
int main(void)
{
	pthread_t t[4];
	for (long i = 0; i < 4; i++) pthread_create(&t[i], NULL, work, (void *)(i + 1));
	for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
	printf("sum %d\n", queue_sum());
	return 0;
}
C
cat >cc/Makefile <<'C'
CFLAGS = -O2 -Wall -DROUNDS=$(ROUNDS) -MMD
prog: main.o queue.o
	$(CC) -o $@ $^ -pthread
C
expect "make with heddle cc" 0 "" make -C cc CC="$heddle cc" ROUNDS=1000
expect "the program by itself" 0 "sum 10000" cc/prog
expect "the program under heddle" 0 "no violation" "$heddle" run --executions 3 cc/prog
expect "one step" 0 "" "$heddle" cc -DROUNDS=1 cc/main.c cc/queue.c -o cc/one -pthread
expect "the small program under heddle" 0 "no violation" "$heddle" run --executions 10000 cc/one
expect "compile only" 0 "" "$heddle" cc -c cc/queue.c -o cc/queue2.o
expect "shared object" 0 "" "$heddle" cc -shared -fPIC cc/queue.c -o cc/libqueue.so
expect "link with it" 0 "" "$heddle" cc -DROUNDS=2 cc/main.c -Lcc -lqueue "-Wl,-rpath,$work/cc" -o cc/dyn -pthread
expect "the dynamic program by itself" 0 "sum 20" cc/dyn
expect "the dynamic program under heddle" 0 "no violation" "$heddle" run --executions 1000 cc/dyn
expect "preprocess" 0 "queue_put" "$heddle" cc -E cc/queue.h
expect "dependencies" 0 "queue.h" "$heddle" cc -MM cc/queue.c
echo "-DROUNDS=3 cc/main.c cc/queue.c -o cc/rsp" >cc/args
expect "response file" 0 "" "$heddle" cc @cc/args
expect "its program" 0 "sum 30" cc/rsp
expect "version" 0 "clang version 19" "$heddle" cc -v
expect "a compile error" 1 "error:" "$heddle" cc -c -x c "$root/check-commands"
printf '#include <pthread.h>\n#include <cstdio>\nstruct S { int v = 3; ~S() { v = 0; } };\nstatic int g;\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic void *w(void *) { pthread_mutex_lock(&m); g++; pthread_mutex_unlock(&m); S *s = new S; delete s; return nullptr; }\nint main() { pthread_t t; pthread_create(&t, 0, w, 0); w(0); pthread_join(t, 0); std::printf("g %%d\\n", g); try { throw 1; } catch (int) { } return g != 2; }\n' >cc/plus.cc
expect "C++ that uses the C library" 0 "" "$heddle" c++ cc/plus.cc -o cc/plus
expect "it runs by itself" 0 "g 2" cc/plus
expect "and under heddle" 0 "no violation" "$heddle" run --executions 2000 cc/plus
