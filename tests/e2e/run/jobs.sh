# SPDX-License-Identifier: Apache-2.0
# A budget of executions is used up to the last one, by any number of workers.
for jobs in 1 2 3; do
	expect "exact budget, $jobs workers" 0 "no violation in 1001 executions" \
		"$heddle" run --jobs $jobs --executions 1001 "$root/programs/correct/mutex/counter.c"
	expect "exact budget of tests, $jobs workers" 0 "no violation in 5001 executions" \
		"$heddle" test --jobs $jobs --executions 5001 "$root/classes/correct/pointer/intstack.h" "$root/classes/correct/pointer/intstack.c"
done
expect "exact budget of exhaustive searches" 0 "no violation in 3000 executions" \
	"$heddle" test --schedule dpor --executions 3000 "$root/classes/correct/pointer/intstack.h" "$root/classes/correct/pointer/intstack.c"
# Workers that share a search make each execution once; budgets are used up to the last one there, too.
for schedule in dpor dfs; do
	for jobs in 2 5; do
		expect "exact budget of $schedule, $jobs workers" 0 "no violation in 1001 executions" \
			"$heddle" run --schedule $schedule --jobs $jobs --executions 1001 --cflags -DN=4 "$root/programs/litmus/treiber.c"
	done
done
expect "all schedules by 4 workers" 0 "no violation in any schedule" \
	"$heddle" run --schedule dpor --jobs 4 --cflags -DN=6 "$root/programs/litmus/counter.c"
expect "one worker for each processor" 0 "no violation in any schedule" \
	"$heddle" run --schedule dpor --jobs 0 "$root/programs/litmus/peterson.c"
