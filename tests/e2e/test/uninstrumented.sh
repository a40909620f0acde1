# A library that heddle has not instrumented: its calls are single steps, its globals stay, and heddle says so.
cat >gate.h <<'C'
/* Thread-safe. */
typedef struct gate gate;
gate *gate_new(void); /* NULL once gate_limit() has been called */
void gate_free(gate *g);
int gate_pass(gate *g);
int gate_count(gate *g);
#ifdef LIMIT
void gate_limit(int most);
#endif
C
cat >gate.c <<'C'
#define LIMIT
#include "gate.h"
#include <stdlib.h>
struct gate { int count; };
static int limited;
gate *gate_new(void) { return limited ? NULL : calloc(1, sizeof(gate)); }
void gate_free(gate *g) { free(g); }
int gate_pass(gate *g) { return ++g->count; }
int gate_count(gate *g) { return g->count; }
void gate_limit(int most) { (void)most; limited = 1; }
C
cat >inline_gate.h <<'C'
#include "gate.h"
static inline int gate_twice(gate *g) { return gate_pass(g) + gate_pass(g); }
C
clang-19 -shared -fPIC gate.c -o libgate.so
clang-19 -c gate.c -o gate.o
"$heddle" cc -c gate.c -o hooked_gate.o
gate_libs="-L$work -Wl,-rpath,$work"
expect "uninstrumented: a shared object" 0 "none of the 4 functions is instrumented" \
	"$heddle" test --executions 300 gate.h --cflags "$gate_libs" -lgate
expect "uninstrumented: an object" 0 "none of the 4 functions is instrumented" "$heddle" test --executions 300 gate.h gate.o
expect "uninstrumented: in --json" 0 '"uninstrumented": 4' "$heddle" test --executions 300 --json gate.h gate.o
expect "uninstrumented: the part that is inline" 0 "4 of the 5 functions are not instrumented" \
	"$heddle" test --executions 300 --oracle crash gate.h inline_gate.h gate.o
expect "uninstrumented: not said of sources" 1 '"uninstrumented": 0' "$heddle" test --executions 300 --json gate.h gate.c
expect "uninstrumented: nor of what heddle cc built" 1 '"uninstrumented": 0' \
	"$heddle" test --executions 300 --json gate.h hooked_gate.o
expect "uninstrumented: no line about it either" 1 "" \
	sh -c "'$heddle' test --keep-going --executions 300 gate.h gate.c | grep 'instrumented'"
# A global that a call leaves behind keeps later tests from making an object.
expect "uninstrumented: globals stay" 0 "0 of [0-9]* method pairs covered" \
	"$heddle" test --executions 300 --class gate -DLIMIT gate.h gate.o
expect "uninstrumented: globals of sources are restored" 1 "gate.c\|gate_pass" \
	"$heddle" test --executions 300 --class gate -DLIMIT gate.h gate.c
