# Programs that would hang, kill or confuse a careless tool.
hostile=$root/e2e/run/hostile
expect "endless loop" 1 "livelock" "$heddle" run --time 20s "$hostile/forever.c"
expect "endless wait" 1 "livelock" "$heddle" run --hang 1s --time 20s "$hostile/forever_uninstrumented.c"
expect "unbounded memory" 0 "no violation" "$heddle" run --executions 3 "$hostile/allocates.c"
expect "unbounded recursion" 1 "stack-overflow" "$heddle" run "$hostile/recurses.c"
expect "closes descriptors" 0 "no violation" "$heddle" run --executions 100 "$hostile/closes.c"
expect "reads stdin" 0 "no violation" "$heddle" run --executions 100 "$hostile/reads_stdin.c"
expect "exit and _exit" 0 "no violation" "$heddle" run --executions 1000 "$hostile/exits.c"
expect "abort" 1 "abort" "$heddle" run "$hostile/aborts.c"
expect "fork" 2 "fork" "$heddle" run "$hostile/forks.c"
expect "cancel" 2 "pthread_cancel" "$heddle" run "$hostile/cancels.c"
expect "signal handlers" 0 "no violation" "$heddle" run --executions 1000 "$hostile/handles_signals.c"
expect "fault in the C library" 1 "wild-access" "$heddle" run "$hostile/wild_in_libc.c"
expect "much output" 0 "no violation" "$heddle" run --executions 100 "$hostile/prints_much.c"
expect "shown output" 0 "line 1999" "$heddle" run --executions 1 --show-output "$hostile/prints_much.c"
expect "always dies" 3 "died again and again (20 times, the last time: Killed); giving up after 0 executions" \
	"$heddle" run --executions 100 "$hostile/dies.c" -- killed
expect "always ends" 3 "died again and again" "$heddle" run --executions 100 "$hostile/dies.c"
expect "dies once" 0 "no violation in 999 executions" "$heddle" run --executions 1000 "$hostile/dies.c" -- killed once
rm once
expect "dies once, which is said" 0 "1 execution was lost" "$heddle" run --executions 1000 "$hostile/dies.c" -- ended once
