# SPDX-License-Identifier: Apache-2.0
# What a person sees who watches, interrupts and asks afterwards.
examples=$(cd "$root/../examples" && pwd)
stack="$examples/stack/stack.h $examples/stack/stack.c"
ring="$examples/ring/ring.h $examples/ring/ring.c"

# interrupted COMMAND...: two seconds, then Ctrl-C
interrupted() {
	"$@" >interrupted.out 2>&1 </dev/null &
	watched=$!
	sleep 2
	kill -INT $watched
	wait $watched
	echo "status $?" >>interrupted.out
	cat interrupted.out
}
# A shell's background jobs ignore SIGINT, heddle does not.
interrupted "$heddle" test --keep-going --out watched $stack >/dev/null
expect "interrupted: the finding" 0 "null-dereference in stack_pop" cat interrupted.out
expect "interrupted: the summary" 0 "^heddle: .*interrupted: 1 violation in" cat interrupted.out
expect "interrupted: the status" 0 "^status 1$" cat interrupted.out
expect "interrupted: the report" 0 "null-dereference" "$heddle" report watched
interrupted "$heddle" run --json --out watched "$root/programs/correct/mutex/counter.c" >/dev/null
expect "interrupted: as JSON" 0 '"reason": "interrupted"' cat interrupted.out
expect "interrupted: nothing found" 0 "^status 0$" cat interrupted.out

"$heddle" test -q --out watched $ring >/dev/null 2>&1
expect "learned: an observer" 0 "  ring_size: changes nothing" "$heddle" test --list-api --out watched "$examples/ring/ring.h"
expect "learned: in a later state" 0 "  ring_take: changes something" "$heddle" test --list-api --out watched "$examples/ring/ring.h"
expect "learned: a destructor" 0 "  ring_destroy: destroys the object" "$heddle" test --list-api --out watched "$examples/ring/ring.h"
expect "learned: of another header" 1 "" sh -c "'$heddle' test --list-api --out watched '$examples/ring/ring.h' | grep stack_"

if command -v script >/dev/null; then
	expect "live status" 0 "tests, 10 of 10 pairs, [0-9]* executions, .*/s, [01] finding" \
		script -qc "'$heddle' test --keep-going --time 1s --out watched $stack" /dev/null
	# 29 characters, then the rest of the line is erased: never two rows.
	expect "status of a narrow terminal" 0 "^heddle: .\{21\}.\[K$" sh -c \
		"script -qc \"stty cols 30; '$heddle' test --keep-going --time 1s --out watched $stack\" /dev/null | tr '\\r' '\\n'"
	expect "no escapes for a dumb terminal" 1 "" sh -c \
		"TERM=dumb script -qc \"'$heddle' test --keep-going --time 1s --out watched $stack\" /dev/null | grep '.\[K'"
fi
