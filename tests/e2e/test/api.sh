# What is inferred from headers: one per shape of class, in tests/api (update: tests/api/update).
cat >api_listing <<END
#!/bin/sh
cd "$root/api" && "$heddle" test --list-api --out nowhere "\$1.h" | diff "\$1.txt" -
END
cat >api_json <<END
#!/bin/sh
cd "$root/api" && "$heddle" test --list-api --json --out nowhere "\$1.h" | python3 -m json.tool
END
chmod +x api_listing api_json

for header in "$root"/api/*.h; do
	header=$(basename "$header" .h)
	expect "api of $header" 0 "" ./api_listing "$header"
	expect "api of $header as JSON" 0 '"classes"' ./api_json "$header"
done

# A header with 200 functions, and a library that defines all but one of them.
{
	echo '/** Thread-safe. */'
	echo 'typedef struct big big;'
	echo 'big *big_new(void); void big_free(big *b); int big_missing(big *b);'
	i=1
	while [ $i -le 200 ]; do
		echo "int big_do_$i(big *b, int x, const char *name);"
		i=$((i + 1))
	done
} >big.h
{
	echo '#include "big.h"'
	echo '#include <stdlib.h>'
	echo 'struct big { int x; };'
	echo 'big *big_new(void) { return calloc(1, sizeof(big)); } void big_free(big *b) { free(b); }'
	i=1
	while [ $i -le 200 ]; do
		echo "int big_do_$i(big *b, int x, const char *name) { (void)b; (void)name; return x + $i; }"
		i=$((i + 1))
	done
} >big.c
expect "200 functions" 0 "int big_do_200(big \*b, int x" "$heddle" test --list-api big.h
expect "200 functions run" 0 "no violation" "$heddle" test --executions 200 big.h big.c

# What is told of the 125 000 pairs of 500 functions with long names takes some 30 MB.
long=a_function_whose_name_is_as_long_as_some_libraries_think_that_names_should_be
{
	echo '/** Thread-safe. */ typedef struct wide wide; wide *wide_new(void); void wide_free(wide *w);'
	i=1
	while [ $i -le 500 ]; do echo "int ${long}_$i(wide *w);" && i=$((i + 1)); done
} >wide.h
{
	printf '#include "wide.h"\n#include <stdlib.h>\nstruct wide { int x; };\n'
	echo 'wide *wide_new(void) { return calloc(1, sizeof(wide)); } void wide_free(wide *w) { free(w); }'
	i=1
	while [ $i -le 500 ]; do echo "int ${long}_$i(wide *w) { return w->x; }" && i=$((i + 1)); done
} >wide.c
expect "500 functions" 0 "of 125250 method pairs covered" "$heddle" test --executions 100 wide.h wide.c
