# SPDX-License-Identifier: Apache-2.0
# Old harnesses go, those of findings stay.
cat >pruned.c <<'END'
#include <assert.h>
int main(void) { assert(WHICH != 3); return 0; }
END
for which in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
	"$heddle" run --executions 1 --out pruned -DWHICH=$which pruned.c >/dev/null 2>&1
	sleep 0.02
done
expect "old harnesses go" 0 "^9$" sh -c "ls pruned/build | wc -l"
expect "the harness of a finding stays" 1 "replayed 1 of 1" "$heddle" replay pruned/findings/*
expect "no harness is built again" 1 "" sh -c "'$heddle' replay pruned/findings/* 2>&1 | grep 'building it again'"
