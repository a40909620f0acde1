# SPDX-License-Identifier: Apache-2.0
# Files and folders may have any name.
mkdir -p 'ü€ x' "$(printf 'b\377d')"
cp "$root"/../examples/stack/stack.[ch] 'ü€ x'
cp "$root"/../examples/stack/stack.[ch] "$(printf 'b\377d')"
expect "a name that is not ASCII" 1 "in stack_pop() at ü€ x/stack.c:73" \
	"$heddle" test -q --out named 'ü€ x/stack.h' 'ü€ x/stack.c'
expect "it is in test.c" 0 '^#include "../../../ü€ x/stack.h"' sh -c 'cat named/findings/*/test.c'
expect "it is found by replay" 1 "in stack_pop() at ü€ x/stack.c:73" sh -c "'$heddle' replay -q named/findings/*"
expect "it is a URI in SARIF" 0 '"uri": "%C3%BC%E2%82%AC%20x/stack.c"' "$heddle" report --format sarif named
expect "a name that is no UTF-8" 1 '"kind": "null-dereference"' \
	sh -c "'$heddle' test --json b*d/stack.h b*d/stack.c"
