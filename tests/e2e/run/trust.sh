# What is said in the end can be trusted: no violation is forgotten, none is made up, and
# heddle ends when it should.
trust=$root/e2e/run/trust
clang-19 -c "$trust/uncontrolled.c" -o uncontrolled.o
clang-19 -c "$trust/spin.c" -o spin.o
clang-19 -DBEFORE_MAIN -c "$trust/spin.c" -o spins_before_main.o

rm -f once
expect "a violation whose replay kills the worker" 3 "the worker died whenever its schedule was replayed" \
	"$heddle" run --executions 100 "$trust/once.c" uncontrolled.o -- dies
rm -f once
expect "a violation that does not happen again" 3 "it did not recur when its schedule was replayed" \
	"$heddle" run --executions 100 "$trust/once.c" uncontrolled.o
rm -f once
expect "a violation that does not happen again, in --json" 3 '"why": "it did not recur' \
	"$heddle" run --executions 100 --json "$trust/once.c" uncontrolled.o
rm -f once
expect "a violation that is not the program's" 0 "every execution ran in a process of its own" \
	"$heddle" run --executions 100 "$trust/leaks.c" uncontrolled.o
expect "a search that was isolated goes on to its end" 0 "no violation in the schedules explored: " \
	"$heddle" run --schedule dpor "$trust/leaks.c" uncontrolled.o
expect "a trace that is not exact" 1 "its trace is not exact" \
	"$heddle" run --out inexact "$trust/inexact.c" uncontrolled.o
expect "replay of a trace that is not exact" 1 "5 of 5" "$heddle" replay --times 5 inexact/findings/*
expect "a worker whose descriptors grow is replaced" 1 "" sh -c \
	"'$heddle' run --executions 700 '$trust/opens.c' uncontrolled.o 2>&1 | grep 'process of its own\|assertion'"
expect "all descriptors closed" 1 "assertion" "$heddle" run "$trust/closes_all.c" uncontrolled.o
expect "a worker that stops itself" 3 "it did not exit in time" \
	"$heddle" run --time 1s "$trust/stops.c" uncontrolled.o spin.o
expect "a worker that hears nothing" 3 "it did not exit in time" \
	"$heddle" run --time 1s "$trust/stops.c" uncontrolled.o spin.o -- spins
expect "a constructor that hangs" 3 "does a constructor hang" \
	"$heddle" run --time 1s "$trust/stops.c" uncontrolled.o spins_before_main.o
clang-19 -c "$trust/creates.c" -o creates.o
expect "a thread of uninstrumented code" 2 "a thread created by uninstrumented code is not supported" \
	"$heddle" run "$trust/calls_create.c" creates.o

# A search that lost something is not complete.
rm -f once
expect "a search that lost a violation" 3 "no violation in the schedules explored" \
	"$heddle" run --schedule dpor "$trust/once.c" uncontrolled.o
expect "a fault that is not looked for" 0 "an execution ended here with a fault that is not looked for (--oracle)" \
	"$heddle" run --oracle race --executions 10 "$root/e2e/run/hostile/asserts.c"
expect "faults that are not looked for" 0 "10 executions were ended by a fault that is not looked for (--oracle)" \
	"$heddle" run --oracle race --executions 10 "$root/e2e/run/hostile/asserts.c"
expect "a search that such a fault ended" 0 "no violation in the schedules explored" \
	"$heddle" run --schedule dpor --oracle race "$root/e2e/run/hostile/asserts.c"

# A search knows that memory that is unmapped, mapped over or sealed is memory that others access.
for program in unmap_far mapped_over sealed_early; do
	expect "a search of mmap/$program" 1 "replay" "$heddle" run --schedule dpor --oracle crash,memory \
		--out "searched-$program" "$root/programs/wrong/mmap/$program.c"
done
expect "a search of mappings that are used as they should" 0 "no violation in any schedule" \
	"$heddle" run --schedule dpor "$root/programs/correct/mmap/unmapped_by_last.c"

# Whichever of the replays fail, the violation is found in the end.
for failing in "2 3" "6 10" "8 12"; do
	rm -f runs
	expect "replays $failing fail" 1 "assertion" \
		"$heddle" run --executions 200 --out "replays-$failing" "$trust/sometimes.c" uncontrolled.o -- $failing
done
expect "a frame at the very end of its stack has callers" 1 "#1  descend" \
	"$heddle" run --executions 1 "$trust/fills_stack.c"
# The stack ends in the engine, which has no frame yet: the violation has a place all the same, and is confirmed.
# So is one where a replay, which needs more stack, ends in another of the functions that call each other.
for schedule in random auto; do
	expect "overflow in a hook, $schedule" 1 "stack-overflow in descend() at .*slow_recursion.c:12 after 1 execution" \
		"$heddle" run --schedule $schedule --executions 1 "$root/programs/wrong/stack/slow_recursion.c"
	expect "overflow in one of three, $schedule" 1 "stack-overflow in .*mutual_recursion.c.* after 1 execution" \
		"$heddle" run --schedule $schedule --executions 1 "$root/programs/wrong/stack/mutual_recursion.c"
done
