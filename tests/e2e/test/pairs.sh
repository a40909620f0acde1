# SPDX-License-Identifier: Apache-2.0
# CovCon against its baseline on a class of 48 methods, with as many executions: it covers more pairs of methods, on
# heddle's scheduler and under `os`. The baseline executes every test 100 times unless told otherwise.
{
	echo '#include <stdlib.h>'
	echo 'typedef struct wide wide; struct wide { _Atomic int n[8]; };'
	echo 'static inline wide *wide_new(void) { return calloc(1, sizeof(wide)); }'
	echo 'static inline void wide_free(wide *w) { free(w); }'
	for i in $(seq 48); do
		echo "static inline void wide_add_$i(wide *w, int k) { w->n[$((i % 8))] += k; w->n[$((i % 3))] += $i; }"
	done
} >wide.h
covered() {
	"$heddle" test --executions 4000 --json --out wide "$@" wide.h |
		python3 -c "import json, sys; print(json.load(sys.stdin)['coverage']['method_pairs']['covered'])"
}
for schedule in auto os; do
	expect "covcon covers more pairs than random, $schedule" 0 '' \
		test "$(covered --strategy covcon --schedule $schedule)" -gt "$(covered --strategy random --schedule $schedule)"
done
tests_of() {
	"$heddle" test --executions 1000 --json --out wide "$@" wide.h |
		python3 -c "import json, sys; print(json.load(sys.stdin)['tests'])"
}
expect "random executes a test 100 times" 0 '' test "$(tests_of --strategy random)" = 10
expect "--repeat 2: twice" 0 '' test "$(tests_of --strategy random --repeat 2)" = 500
expect "random-once: once" 0 '' test "$(tests_of --strategy random-once)" = 1000
expect "--repeat 20 with another strategy" 0 '' test "$(tests_of --strategy covcon --repeat 20)" = 50
expect "--repeat 0" 2 'repeat expects N from 1 to 1000' "$heddle" test --repeat 0 --out wide wide.h
expect "pairs in the database have their class" 0 "^wide$" python3 -c "
import sqlite3
for row in sqlite3.connect('wide/campaign.db').execute('SELECT DISTINCT class FROM pairs'): print(*row)"
rm -rf wide wide.h
