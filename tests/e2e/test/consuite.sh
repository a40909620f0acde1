# SPDX-License-Identifier: Apache-2.0
# Concurrency coverage: schedules enforced, sequences searched for, what is told of both.
cp "$root"/e2e/test/gate.[ch] "$root"/e2e/test/lazy.[ch] "$root"/e2e/test/revive.[ch] .

# covered NAME: a member of coverage.schedules in the result on stdin
cat >covered <<'END'
import json, sys
schedules = json.load(sys.stdin)["coverage"]["schedules"]
print(*(schedules[name] for name in sys.argv[1:]))
END

# Three points, as in the paper's figure 1: each reaches those after it. Of two points all 9 schedules are made.
expect consuite-figure-1 0 '^3 9 9 0$' sh -c "'$heddle' test --strategy consuite --points 2 --oracle crash --executions 300 --json \
	--out lazy lazy.h lazy.c | python3 covered points total covered forbidden"
# Who has written the view finds it: three schedules in which another writes it afterwards cannot be.
expect consuite-figure-1-triples 0 '^27 24 9 9 6 6$' sh -c "'$heddle' test --strategy consuite --oracle crash --executions 500 --json \
	--out lazy lazy.h lazy.c | python3 covered total covered goal_pairs goal_pairs_covered partial_goals partial_goals_covered"
expect consuite-finds 1 'not-linearizable' "$heddle" test --strategy consuite --executions 300 --out lazy lazy.h lazy.c
expect consuite-random-finds 1 'not-linearizable' "$heddle" test --strategy consuite-random --executions 300 --out lazy lazy.h lazy.c

# The search gets past conditions of every kind; random values do not, in 100 times as many executions.
expect consuite-search 0 '^all$' sh -c "'$heddle' test --strategy consuite --oracle crash --executions 5000 --seed 2 --json \
	--out gate gate.h gate.c | python3 covered partial_goals partial_goals_covered | awk '{ print (\$1 == \$2) ? \"all\" : \$0 }'"
# With some other seeds it takes longer.
expect consuite-search-seeds 0 '^9 9 9 9 9 9 $' sh -c "for seed in 1 3 4 5 6 7; do '$heddle' test --strategy consuite --oracle crash \
	--executions 20000 --seed \$seed --json --out gate gate.h gate.c | python3 covered partial_goals_covered | tr '\n' ' '; done"
expect consuite-random-search 0 '^part$' sh -c "'$heddle' test --strategy consuite-random --oracle crash --executions 500000 --seed 2 --json \
	--out gate gate.h gate.c | python3 covered partial_goals partial_goals_covered | awk '{ print (\$1 > \$2) ? \"part\" : \$0 }'"
# Locks forbid what would be between them, and threads wait at each of them.
expect consuite-forbidden 0 '^[1-9][0-9]* 2 2$' sh -c "'$heddle' test --strategy consuite --oracle crash --executions 5000 --seed 2 --json \
	--out gate gate.h gate.c | python3 covered forbidden lock_sites lock_sites_blocked"
# At a lock within the lock of an object, only threads with other objects have to wait.
expect consuite-objects 0 '^3 3$' sh -c "'$heddle' test --strategy consuite --oracle race --executions 20000 --json \
	--out revive revive.h revive.c | python3 covered lock_sites lock_sites_blocked"
# Few sequences pass all points here, and none of these is a way to the deadlock: tests are not made of them alone.
dining=$root/../bench/subjects/dining/dining
for seed in 1 4 5; do
	expect "consuite-few-sequences-$seed" 1 'deadlock' "$heddle" test --strategy consuite --contract shared --oracle deadlock \
		--executions 4000 --seed "$seed" --out dining "$dining.h" "$dining.c"
done
# Tests that cover less than others did lately make room for others, and the last schedules are tried until they are made.
map=$root/../bench/subjects/concurrent_hash_map/concurrent_hash_map
expect consuite-soon 0 '^half$' sh -c "'$heddle' test --strategy consuite --contract shared --oracle crash --executions 5000 --seed 1 --json \
	--out map '$map.h' '$map.c' | python3 covered goal_pairs goal_pairs_covered | awk '{ print (\$2 > \$1 / 2) ? \"half\" : \$0 }'"
list=$root/../bench/subjects/copy_on_write_array_list/copy_on_write_array_list
expect consuite-last 0 '^all$' sh -c "'$heddle' test --strategy consuite --contract shared --oracle race,crash --executions 200000 --seed 2 \
	--keep-going --json --out list '$list.h' '$list.c' | python3 covered total covered | awk '{ print (\$1 == \$2) ? \"all\" : \$0 }'"
expect consuite-text 0 '24 of 27 schedules covered (0 of them forbidden by locks), of 9 of 9 goal pairs and 6 of 6 partial goals' \
	"$heddle" test --strategy consuite --oracle crash --executions 500 --out lazy lazy.h lazy.c
expect consuite-cut-off 0 '^[1-9][0-9]* 27$' sh -c "'$heddle' test --strategy consuite --oracle crash --executions 100 --json \
	--out lazy lazy.h lazy.c | python3 covered covered total"
expect consuite-four-points 0 '^4$' sh -c "'$heddle' test --strategy consuite --points 4 --threads 3 --variables 1 --oracle crash \
	--executions 2000 --json --out lazy lazy.h lazy.c | python3 covered length"
expect consuite-jobs 0 '^27 24$' sh -c "'$heddle' test --strategy consuite --jobs 2 --oracle crash --executions 2000 --json \
	--out lazy lazy.h lazy.c | python3 covered total covered"
expect consuite-measured 0 '^27$' sh -c "'$heddle' test --strategy covcon --measure schedules --oracle crash --executions 100 --json \
	--out lazy lazy.h lazy.c | python3 covered total"
expect consuite-bad-points 2 'points' "$heddle" test --points 5 --out lazy lazy.h lazy.c
expect consuite-bad-variables 2 'variables' "$heddle" test --variables 0 --out lazy lazy.h lazy.c
expect consuite-same-seed 0 '' sh -c "
for i in 1 2; do '$heddle' test --strategy consuite --seed 7 --keep-going --executions 3000 --json --out same\$i gate.h gate.c |
	grep -e '\"covered\"' -e '\"executions_to_find\"' -e '\"id\"' >consuite\$i; done
test -s consuite1 && cmp consuite1 consuite2"
