# Programs that would hang, kill or confuse a careless tool.
hostile=$root/e2e/run/hostile
expect "endless loop" 1 "livelock" "$heddle" run --time 20s "$hostile/forever.c"
expect "endless wait" 2 "every execution hangs" "$heddle" run --hang 300ms --time 20s "$hostile/forever_uninstrumented.c"
expect "endless wait, and no time for it" 2 "every execution hangs" "$heddle" run --time 1s "$hostile/forever_uninstrumented.c"
expect "who waits, and where" 2 "cut off: uninstrumented .*read.*() did not return" \
	"$heddle" run --hang 300ms "$hostile/forever_uninstrumented.c"
expect "who waits in the program itself" 1 "uninstrumented wait_for_ever()" \
	"$heddle" run --cflags -rdynamic --hang 300ms "$hostile/waits.c"
expect "others go on" 1 "assertion" "$heddle" run --quiet --hang 300ms "$hostile/waits.c"
expect "a search with a wait is not complete" 0 "no violation in the schedules explored" \
	"$heddle" run --schedule dfs --oracle deadlock --hang 300ms "$hostile/waits.c"
expect "unbounded memory" 0 "no violation" "$heddle" run --executions 3 "$hostile/allocates.c"
expect "unbounded recursion" 1 "stack-overflow" "$heddle" run "$hostile/recurses.c"
expect "closes descriptors" 0 "no violation" "$heddle" run --executions 100 "$hostile/closes.c"
expect "reads stdin" 0 "no violation" "$heddle" run --executions 100 "$hostile/reads_stdin.c"
expect "exit and _exit" 0 "no violation" "$heddle" run --executions 1000 "$hostile/exits.c"
expect "abort" 1 "abort" "$heddle" run "$hostile/aborts.c"
expect "fork, with its place" 2 "fork.*main at .*forks.c:2" "$heddle" run "$hostile/forks.c"
expect "cancel" 2 "pthread_cancel" "$heddle" run "$hostile/cancels.c"
expect "a wait for an alarm" 2 "alarm() is not supported" "$heddle" run "$hostile/waits_for_alarm.c"
expect "a signal for another thread" 0 "no violation" "$heddle" run --executions 1000 "$hostile/signals_thread.c"
expect "a signal that ends a wait" 2 "a signal that ends a wait of another thread" "$heddle" run --steps 2000 "$hostile/ends_wait.c"
expect "signal handlers" 0 "no violation" "$heddle" run --executions 1000 "$hostile/handles_signals.c"
expect "fault in the C library" 1 "wild-access" "$heddle" run "$hostile/wild_in_libc.c"
expect "much output" 0 "no violation" "$heddle" run --executions 100 "$hostile/prints_much.c"
expect "shown output" 0 "line 1999" "$heddle" run --executions 1 --show-output "$hostile/prints_much.c"
expect "always dies" 3 "the worker keeps dying (20 times, most recently: Killed); giving up after 0 executions" \
	"$heddle" run --executions 100 "$hostile/dies.c" -- killed
expect "always ends" 3 "the worker keeps dying" "$heddle" run --executions 100 "$hostile/dies.c"
expect "dies once" 0 "no violation in 999 executions" "$heddle" run --executions 1000 "$hostile/dies.c" -- killed once
rm once
expect "dies once, which is said" 0 "1 execution was lost" "$heddle" run --executions 1000 "$hostile/dies.c" -- ended once
