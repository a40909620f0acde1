# SPDX-License-Identifier: Apache-2.0
# What people read of a finding: every frame has its line, calls have names, and an access that
# fails has no value.
examples=$(cd "$root/../examples" && pwd)
expect "frames of merged calls" 1 "#1  main  *$examples/bank/bank.c:90 run_two" \
	"$heddle" run --out shown "$examples/bank/bank.c" -- both-ways
expect "lines of other directories" 1 "#0  transfer  *$examples/bank/bank.c:49 pthread_mutex_lock" \
	"$heddle" run --out shown "$examples/bank/bank.c" -- both-ways
expect "names of calls" 1 "· call stack_pop(object," "$heddle" test --out shown "$examples/stack/stack.h" "$examples/stack/stack.c"
expect "a failing read" 1 "· read node.next *[│ ]*$" "$heddle" test --out shown "$examples/stack/stack.h" "$examples/stack/stack.c"
cat >racing_write.c <<'END'
#include <pthread.h>
static int flag;
static void *set(void *to) { flag = to ? 7 : 8; return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, set, 0); pthread_create(&b, 0, set, &a); pthread_join(a, 0); return pthread_join(b, 0); }
END
expect "a racing write" 1 "· write flag *[│ ]*$" "$heddle" run --out shown racing_write.c
