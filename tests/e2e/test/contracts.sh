# SPDX-License-Identifier: Apache-2.0
# What may be concurrent on one object, and what is reported of it.
mkdir -p contracts
cat >contracts/plain.h <<'C'
typedef struct plain plain;
plain *plain_new(void);
void plain_free(plain *p);
int plain_add(plain *p, int n);
int plain_get(const plain *p);
C
cat >contracts/plain.c <<'C'
#include "plain.h"
#include <stdlib.h>
struct plain { int n; };
plain *plain_new(void) { return calloc(1, sizeof(plain)); }
void plain_free(plain *p) { free(p); }
int plain_add(plain *p, int n) { return p->n += n % 100; }
int plain_get(const plain *p) { return p->n; }
C
expect "contracts: nothing is promised" 2 "plain is not tested: .* would race on 1 variable (--contract shared" \
	"$heddle" test --out contracts/out contracts/plain.h contracts/plain.c
expect "contracts: and listed so" 0 "contract nothing: nothing says" \
	"$heddle" test --list-api --out contracts/out contracts/plain.h contracts/plain.c
expect "contracts: forced" 1 "not-linearizable" \
	"$heddle" test --contract shared --executions 20000 --out contracts/out contracts/plain.h contracts/plain.c
expect "contracts: the race is the cause" 1 "cause: data race on struct plain.n" \
	"$heddle" test --contract shared --executions 20000 --out contracts/out contracts/plain.h contracts/plain.c
expect "contracts: a race alone" 1 "data-race in plain" \
	"$heddle" test --contract shared --oracle race --executions 20000 --out contracts/out contracts/plain.h contracts/plain.c
expect "contracts: no race is asked for" 1 "not-linearizable" "$heddle" test --contract shared --oracle all,-race,-leak \
	--executions 20000 --out contracts/out contracts/plain.h contracts/plain.c
expect "contracts: each has its own" 0 "no violation" \
	"$heddle" test --contract owned --executions 2000 --out contracts/out contracts/plain.h contracts/plain.c
expect "contracts: unknown" 2 "did you mean 'shared'" "$heddle" test --contract share contracts/plain.h contracts/plain.c
# Documentation where functions are defined.
sed 's|^int plain_add|/* May be called from any thread. */\n&|' contracts/plain.c >contracts/said.c
cp contracts/plain.h contracts/said.h
expect "contracts: said in the source" 0 'contract shared: plain_add is documented: "from any thread"' \
	"$heddle" test --list-api --out contracts/out contracts/plain.h contracts/said.c
printf '[plain]\ncontract = read-shared\n' >contracts/hints.ini
expect "contracts: hinted" 0 "contract read-shared: according to a hint" \
	"$heddle" test --list-api --hints contracts/hints.ini --out contracts/out contracts/plain.h contracts/plain.c
for kind in counted/verse:counted spsc/fifo:spsc read-shared/word_tree:read-shared brackets/frame_pool:locked \
	owned-objects/number_reader:owned pointer/lru:shared; do
	file=${kind%:*}
	expect "contracts: ${kind#*:}" 0 "contract ${kind#*:}: ." "$heddle" test --list-api --out contracts/out \
		"$root/classes/correct/$file.h" "$root/classes/correct/$file.c"
done
# One missing lock is one bug, however many methods meet it.
expect "contracts: one bug" 1 "1 violation (seen in" "$heddle" test --keep-going --executions 60000 --out contracts/many \
	"$root/classes/wrong/many-methods/pages.h" "$root/classes/wrong/many-methods/pages.c"
for threads in 3 4 8; do
	expect "contracts: $threads threads" 1 "null-dereference in stack_pop" "$heddle" test --threads $threads \
		--executions 3000 --out contracts/out "$root/../examples/stack/stack.h" "$root/../examples/stack/stack.c"
done
