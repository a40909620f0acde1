# The sandbox of heddle test where the system lacks parts of it.
store="$root/hostile/store/store.h $root/hostile/store/store.c"
stack="$root/../examples/stack/stack.h $root/../examples/stack/stack.c"
mkdir -p unprotected && cd unprotected || exit 2
for name in a b key ab value 1 10 true; do
	echo valuable >$name
done
cp -r . ../untouched
expect "sandbox: refused where files cannot be protected" 2 "see --allow-files" \
	env HEDDLE_SANDBOX_WITHOUT=landlock,namespaces "$heddle" test --out ../unprotected-out --executions 100 $store
expect "sandbox: what it names" 2 "fopen()\|unlink()\|rename()\|truncate()" \
	env HEDDLE_SANDBOX_WITHOUT=landlock,namespaces "$heddle" test --out ../unprotected-out --executions 100 $store
cc -D_GNU_SOURCE -w -c "$root/hostile/unlinks.c" -o ../unlinks.o
ar rc ../unlinks.a ../unlinks.o
for kind in o a; do
	expect "sandbox: refused, in a file .$kind" 2 "unlinks.$kind' calls unlink()" env HEDDLE_SANDBOX_WITHOUT=landlock,namespaces \
		"$heddle" test --out ../unprotected-out --executions 100 "$root/hostile/library.h" "$root/hostile/library.c" ../unlinks.$kind
done
expect "sandbox: what writes no files is not refused" 1 "null-dereference" \
	env HEDDLE_SANDBOX_WITHOUT=landlock,namespaces "$heddle" test --out ../unprotected-out --executions 3000 $stack
expect "sandbox: what is lacking is said once" 0 "^1 1 1$" sh -c '
	HEDDLE_SANDBOX_WITHOUT=landlock,namespaces,seccomp "$0" test --out ../unprotected-out --executions 3000 "$@" 2>said >/dev/null
	echo $(grep -c "Landlock is not available" said) $(grep -c "namespaces are not available" said) $(grep -c "filters are not available" said); rm said' "$heddle" $stack
expect "sandbox: nothing is said where nothing is lacking" 0 "^0$" sh -c '
	"$0" test --out ../unprotected-out --executions 3000 "$@" 2>&1 | grep -c sandbox:; true' "$heddle" $stack
for without in namespaces landlock; do
	expect "sandbox: files are safe without $without" 0 "no violation" env HEDDLE_SANDBOX_WITHOUT=$without \
		"$heddle" test --out ../unprotected-out --executions 100 $store
done
expect "sandbox: the files are as they were" 0 "" diff -r . ../untouched
cd ..
cat >paths.h <<'C'
typedef struct place place;
place *place_new(void);
void place_free(place *p);
int place_visit(place *p, const char *path);
C
cat >paths.c <<'C'
#include "paths.h"
#include <stdio.h>
#include <stdlib.h>
struct place { int visits; };
place *place_new(void) { return calloc(1, sizeof(place)); }
void place_free(place *p) { free(p); }
int place_visit(place *p, const char *path)
{
	(void)p;
	if (path && (!*path || (*path == '/' && !path[1]))) {
		fprintf(stderr, "root or nowhere\n");
	}
	return 0;
}
C
expect "sandbox: any string is a path" 0 "root or nowhere" \
	"$heddle" test --show-output --require-functions 0 --executions 2000 --out paths paths.h paths.c
expect "sandbox: but not where files cannot be protected" 0 "^0$" sh -c '
	HEDDLE_SANDBOX_WITHOUT=landlock,namespaces "$0" test --show-output --executions 2000 --out paths paths.h paths.c 2>&1 |
		grep -c "root or nowhere"; true' "$heddle"
