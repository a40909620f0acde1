# SPDX-License-Identifier: Apache-2.0
# Memory-access patterns: the model, coverage under every strategy, what findings say, a large library.
cp "$root"/e2e/test/appender.[ch] .

expect maptest-model 0 '^class appender: 1 shared variable, 16 memory-access patterns (16 for concurrent calls)' \
	"$heddle" test --list-model --out map appender.h appender.c
expect maptest-model-sites 0 'read   appender.c:29:[0-9]*  appender_is_as_severe$' \
	"$heddle" test --list-model --out map appender.h appender.c
expect maptest-model-closed 0 'written by appender_set_threshold$' \
	"$heddle" test --list-model --out map appender.h appender.c
expect maptest-model-json 0 '"feasible": 16' "$heddle" test --list-model --json --out map appender.h appender.c

expect maptest-finds 1 'null-dereference in is_below' \
	"$heddle" test --strategy maptest --oracle crash --executions 5000 --out map appender.h appender.c
expect maptest-pattern-text 1 'memory-access pattern 4: read, write by another, read' \
	"$heddle" test --strategy maptest --oracle crash --executions 5000 --out map appender.h appender.c
expect maptest-pattern-file 0 '"type": 4' cat map/findings/null-dereference-*/finding.json
expect maptest-pattern-stored 0 '^null-dereference 4$' python3 -c "
import sqlite3
for row in sqlite3.connect('map/campaign.db').execute('SELECT kind, pattern FROM findings'): print(*row)"
expect maptest-covers-all 0 '16 of 16 memory-access patterns covered' \
	"$heddle" test --strategy maptest --oracle deadlock --executions 2000 --out map appender.h appender.c
expect maptest-random-covers-all 0 '16 of 16 memory-access patterns covered' \
	"$heddle" test --strategy maptest-random --oracle deadlock --executions 2000 --out map appender.h appender.c
expect maptest-variable-covers-all 0 '16 of 16 memory-access patterns covered' \
	"$heddle" test --strategy maptest-variable --oracle deadlock --executions 2000 --out map appender.h appender.c
expect maptest-variable-finds 1 'null-dereference in is_below' \
	"$heddle" test --strategy maptest-variable --oracle crash --executions 5000 --out map appender.h appender.c
expect maptest-all-goals 0 '16 of 16 memory-access patterns covered' \
	"$heddle" test --strategy maptest --goals 0 --oracle deadlock --executions 2000 --out map appender.h appender.c
expect maptest-one-goal 0 '^2000 2000$' sh -c "'$heddle' test --strategy maptest --goals 1 --oracle deadlock --executions 2000 \
	--json --out map appender.h appender.c | python3 -c 'import json, sys; r = json.load(sys.stdin); print(r[\"tests\"], r[\"executions\"])'"
expect maptest-bad-goals 2 'goals' "$heddle" test --goals many --out map appender.h appender.c
expect maptest-growth 0 '^[1-9]' python3 -c "
import sqlite3
print(sqlite3.connect('map/campaign.db').execute(\"SELECT count(*) FROM coverage WHERE metric = 'access_patterns'\").fetchone()[0] - 4)"
expect maptest-jobs 0 'of 16 memory-access patterns covered' \
	"$heddle" test --strategy maptest --jobs 2 --oracle deadlock --executions 2000 --out map appender.h appender.c
for strategy in auto covcon random naive tsa; do
	expect maptest-measured-$strategy 0 '"access_patterns"' "$heddle" test --strategy $strategy --measure access-patterns \
		--oracle deadlock --executions 500 --json --out map appender.h appender.c
done
expect maptest-not-measured 1 '' sh -c "'$heddle' test --strategy covcon --oracle deadlock --executions 500 --json \
	--out map appender.h appender.c | grep access_patterns"
expect maptest-bad-measure 2 "unknown metric 'lines'" "$heddle" test --measure lines --out map appender.h appender.c
expect measure-suggests 2 "did you mean 'access_patterns'" "$heddle" test --measure acces-patterns --out map appender.h appender.c
expect measure-of-tests 2 'by heddle test only' "$heddle" run --measure method_pairs --out map appender.c
expect maptest-same-seed 0 '' sh -c "
for i in 1 2; do '$heddle' test --strategy maptest --seed 7 --keep-going --executions 3000 --json --out map\$i appender.h appender.c |
	grep -e '\"covered\"' -e '\"executions_to_find\"' -e '\"id\"' >repeated\$i; done
test -s repeated1 && cmp repeated1 repeated2"

# About 15 000 lines, 400 variables: the domain is not made, memory of the harness stays small.
"$root"/e2e/test/make-large .
cat >peak <<'END'
import pathlib, subprocess, sys, time
def proportional_kilobytes(process):
    try:
        if b"large/build/harness-" in (process / "cmdline").read_bytes():
            return sum(int(line.split()[1]) for line in open(process / "smaps_rollup") if line.startswith("Pss:"))
    except OSError:
        pass
    return 0
command, peak = subprocess.Popen(sys.argv[1:]), 0
while command.poll() is None:
    peak = max(peak, sum(proportional_kilobytes(p) for p in pathlib.Path("/proc").glob("[0-9]*")))
    time.sleep(0.02)
print("harness: fits" if 0 < peak < 200 * 1024 else "harness: does not fit", peak // 1024, "MB")
END
expect maptest-large-model 0 '^class large: 400 shared variables, [0-9]\{12,\} memory-access patterns' \
	"$heddle" test --list-model --out large large.h large.c
expect maptest-large-memory 0 'harness: fits' \
	python3 peak "$heddle" test --strategy maptest --executions 10000 --quiet --out large large.h large.c

# Two methods that only read, modify and write one variable: each is a read and a write, so there are 2 * 4 patterns of types 1 and 2,
# 4 of type 3, 8 of type 4, 3 * 8 of types 5 to 7 and 8 of type 8.
cat >counter.h <<'END'
typedef struct counter counter;
counter *counter_new(void);
void counter_free(counter *c);
void counter_add(counter *c, int n);
int counter_take(counter *c);
END
cat >counter.c <<'END'
#include "counter.h"
#include <stdatomic.h>
#include <stdlib.h>
struct counter {
	atomic_int value;
};
counter *counter_new(void) { return calloc(1, sizeof(counter)); }
void counter_free(counter *c) { free(c); }
void counter_add(counter *c, int n) { atomic_fetch_add(&c->value, n); }
int counter_take(counter *c) { return atomic_exchange(&c->value, 0); }
END
expect maptest-read-modify-write 0 '52 of 52 memory-access patterns covered' \
	"$heddle" test --strategy maptest --executions 2000 --out counter counter.h counter.c
