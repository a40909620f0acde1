# SPDX-License-Identifier: Apache-2.0
# Two classes in one header: executions go by the root of the number of pairs, so that a small class does not take half of
# them. Sixteen methods make 136 pairs, one makes one: eleven to one.
{
	echo '#include <stdlib.h>'
	for class in big small; do
		echo "typedef struct $class $class; struct $class { _Atomic int n; };"
		echo "static inline $class *${class}_new(void) { return calloc(1, sizeof($class)); }"
		echo "static inline void ${class}_free($class *c) { free(c); }"
	done
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
		echo "static inline void big_add_$i(big *c) { c->n += $i; }"
	done
	echo "static inline void small_add(small *c) { c->n += 1; }"
} >turns.h
tries() {
	"$heddle" test --strategy naive --executions 24000 --json --out turns turns.h |
		python3 -c "import json, sys
tried = {'big': 0, 'small': 0}
for pair in json.load(sys.stdin)['pairs']:
    tried[pair['a'].split('_')[0]] += pair['tried']
print(tried['big'] // max(tried['small'], 1))"
}
tries >tries.out
expect "turns of classes by their pairs" 0 "^1[01]$" cat tries.out
rm -rf turns turns.h tries.out
