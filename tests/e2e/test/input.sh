# Bad input of heddle test gets a clear message and status 2.
cp "$root"/e2e/test/lib.[ch] .
echo 'int f(unknown x);' >broken.h
printf '#ifndef NEED\n#error NEED is not defined\n#endif\n#include "deep.h"\nint need_a(deep_t x);\nint need_b(void);\n' >need.h
mkdir -p deeper && echo 'typedef int deep_t;' >deeper/deep.h
echo '#define NOTHING 1' >nothing.h
printf 'typedef struct node node;\nint node_value(node *n);\n' >noctor.h
printf 'typedef struct u u;\nu *u_new(void);\n/* Not thread-safe. */\nint u_get(u *);\n' >unsafe.h
echo 'int lib_push(void) { return y; }' >broken_source.c
expect "no files" 2 "no files" "$heddle" test
expect "no header" 2 "no header given" "$heddle" test lib.c
expect "missing header" 2 "cannot read 'nothere.h'" "$heddle" test nothere.h lib.c
expect "header that does not compile" 2 "broken.h:1:7: error: unknown type name 'unknown'" \
	"$heddle" test broken.h lib.c
expect "source that does not compile" 2 "undeclared identifier 'y'" "$heddle" test lib.h broken_source.c
expect "no sources" 2 "no sources" "$heddle" test lib.h
expect "needs -D" 2 "NEED is not defined" "$heddle" test --list-api need.h
expect "needs -I" 2 "'deep.h' file not found" "$heddle" test --list-api -DNEED need.h
expect "has both" 0 "class need (module)" "$heddle" test --list-api -DNEED -Ideeper need.h
expect "no function" 2 "no function is declared in nothing.h" "$heddle" test nothing.h lib.c
expect "no constructor" 2 "node: no function creates one: expected one that returns 'node \*'" \
	"$heddle" test noctor.h lib.c
expect "nothing concurrent" 2 "u: no function may be called concurrently" "$heddle" test unsafe.h lib.c
expect "unknown class" 2 "did you mean 'lib'" "$heddle" test --class libb lib.h lib.c
expect "unknown test strategy" 2 "did you mean 'covcon'" "$heddle" test --strategy covcom lib.h lib.c
expect "too few threads" 2 "from 2 to 8" "$heddle" test --threads 1 lib.h lib.c
expect "a seed that JSON cannot hold" 2 "seed expects N from 0 to 9223372036854775807" \
	"$heddle" test --seed 9223372036854775808 lib.h lib.c
expect "list of strategies" 0 "covcon" "$heddle" test --list-strategies
expect "nothing to find in a class" 0 "no violation" "$heddle" test --executions 500 lib.h lib.c
"$heddle" cc -c lib.c -o lib.o && ar rc liblib.a lib.o
expect "a library in an archive" 0 "no violation in" "$heddle" test --executions 100 lib.h liblib.a
