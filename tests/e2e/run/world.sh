# SPDX-License-Identifier: Apache-2.0
# Every execution begins in the same world: what code that is not instrumented keeps, in
# data or heap, from before main or not, is as it was.
mkdir world
# Nothing else is said: no violation that did not happen again.
cat >world/clean <<'S'
"$@" 2>&1 | grep -v "^heddle: no violation in [1-9]"
S
cat >world/kept.c <<'C'
#include <stdlib.h>
struct node { struct node *next; };
static struct node *list;
static int calls;
__attribute__((constructor)) static void make(void)
{
	for (int i = 0; i < 100; i++) {
		struct node *n = malloc(sizeof(*n));
		n->next = list;
		list = n;
	}
}
int kept_call(void) { return ++calls; }
int kept_pop(void)
{
	int left = 0;
	struct node *n = list;
	list = n->next;
	free(n);
	for (n = list; n; n = n->next) {
		left++;
	}
	return left;
}
struct node *kept_list(void) { return list; }
C
cat >world/uses_kept.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
struct node { struct node *next; };
int kept_call(void), kept_pop(void);
struct node *kept_list(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last;
static void *work(void *unused)
{
	pthread_mutex_lock(&lock);
	last = kept_call() * 1000 + kept_pop();
	pthread_mutex_unlock(&lock);
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	assert(last == 2098);
	assert(kept_list()->next->next);
	return 0;
}
C
clang-19 -shared -fPIC world/kept.c -o world/libkept.so
kept_libs="-L$work/world -Wl,-rpath,$work/world"
expect "world: data and heap of a library that is not instrumented" 1 "^$" \
	sh world/clean "$heddle" run --executions 2000 world/uses_kept.c --cflags "$kept_libs" -lkept

cat >world/globals.cc <<'C'
#include <cassert>
#include <pthread.h>
#include <vector>
static int *number = new int(0);
static std::vector<long> numbers{1, 2};
static void *grow(void *unused)
{
	numbers.push_back(3);
	return unused;
}
int main()
{
	pthread_t t;
	assert(++*number == 1 && numbers.size() == 2 && numbers[0] == 1);
	numbers[0] = 7;
	pthread_create(&t, NULL, grow, NULL);
	pthread_join(t, NULL);
	assert(numbers.size() == 3 && numbers[0] == 7);
	delete number;
	return 0;
}
C
expect "world: C++ globals" 1 "^$" sh world/clean "$heddle" run --executions 2000 world/globals.cc -lstdc++
expect "world: what was there before main does not count as the program's heap" 1 "^$" \
	sh world/clean "$heddle" run --executions 2000 --heap 64k world/globals.cc -lstdc++

# Mappings of nobody's that add up: the worker retires before there are too many.
cat >world/maps.c <<'C'
#include <sys/mman.h>
int map_more(void)
{
	return mmap(0, 1 << 20, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}
C
cat >world/uses_maps.c <<'C'
#include <assert.h>
int map_more(void);
int main(void)
{
	assert(map_more());
	return 0;
}
C
clang-19 -shared -fPIC world/maps.c -o world/libmaps.so
expect "world: a worker whose address space grows retires" 1 "^$" \
	sh world/clean "$heddle" run --executions 100000 world/uses_maps.c --cflags "$kept_libs" -lmaps

# Text that stands in a buffer when the C library is put back is printed.
cat >world/prints.c <<'C'
#include <stdio.h>
int main(void)
{
	FILE *f = fopen("/dev/null", "r");
	printf("left%s", "-over");
	return f == NULL;
}
C
expect "world: output that was not flushed" 0 "left-overleft-over" \
	"$heddle" run --show-output --executions 2 world/prints.c

# By hand each function is the program's own, and none stands for another.
cat >world/own_strndup.c <<'C'
#include <stdlib.h>
#include <string.h>
char *strndup(const char *s, size_t n)
{
	char *copy = strdup(s);
	if (strlen(copy) > n) {
		copy[n] = '\0';
	}
	return copy;
}
int own_strcat_calls;
char *strncat(char *to, const char *from, size_t n)
{
	own_strcat_calls++;
	char *part = strndup(from, n);
	strcat(to, part);
	free(part);
	return to;
}
C
cat >world/by_hand.c <<'C'
#include <stdio.h>
#include <string.h>
int main(void)
{
	char text[16] = "a";
	strncat(text, "bcd", 2);
	return puts(strndup(text, 2)) < 0;
}
C
"$heddle" cc -fno-builtin -o world/by_hand world/by_hand.c world/own_strndup.c
expect "world: string functions of the program's own, by hand" 0 "^ab$" world/by_hand
expect "world: and under control" 0 "no violation in 100 executions" "$heddle" run --executions 100 world/by_hand
