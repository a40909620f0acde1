# SPDX-License-Identifier: Apache-2.0
# Every printed test compiles without a warning; the command in its header comment shows the
# same violation in one execution.

# printed CLASS TEXT: all findings of the class; one of their tests has TEXT in it
printed() {
	at=printed-$(basename "$1")
	"$heddle" test --keep-going --executions 30000 --out "$at" "$root/classes/wrong/$1.h" \
		"$root/classes/wrong/$1.c" >/dev/null 2>&1
	expect "printed: $1 has a test with $2" 0 "" grep -q -e "$2" "$at"/findings/*/test.c
	for finding in "$at"/findings/*; do
		kind=$(basename "$finding" | sed 's/-[0-9a-f]*$//; s/not-linearizable/assertion/')
		expect "printed: $finding compiles" 0 "" cc -Wall -Werror -pthread -c -o /dev/null "$finding/test.c"
		command=$(sed -n 's,^//   \(.* run --replay .*\),\1,p' "$finding/test.c")
		expect "printed: $finding fails again" 1 "$kind .* after 1 execution" \
			env PATH="$(dirname "$heddle"):$PATH" sh -c "$command"
	done
}

printed callbacks/filter 'filter_close(&object);'
printed callbacks/filter 'return 1;'
printed callbacks/hub '^	hub_count(object);'
printed results/counter 'assert(!(got4 == [01]));'
printed file/logfile 'fopen("/dev/null", "w+")'
expect "no schedule" 2 "cannot read" "$heddle" run --replay nothing "$root/programs/wrong/race/counter.c"
expect "a schedule of a program" 2 "is not a heddle schedule" "$heddle" run --replay "$root/check-commands" "$root/programs/wrong/race/counter.c"
"$heddle" run --out printed-run "$root/programs/wrong/order/twostage.c" >/dev/null 2>&1
expect "the schedule of a finding of heddle run" 1 "after 1 execution" \
	"$heddle" run --out printed-run --replay printed-run/findings/*/schedule "$root/programs/wrong/order/twostage.c"
