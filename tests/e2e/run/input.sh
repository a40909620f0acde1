# Bad input gets a clear message and status 2.
echo 'int x(void) { return 1; }' >nomain.c
echo 'int main(void) { return y; }' >broken.c
echo 'int main(void) { return 0; }' >fine.c
expect "missing file" 2 "nothere.c" "$heddle" run nothere.c
expect "does not compile" 2 "use of undeclared identifier" "$heddle" run broken.c
expect "no main" 2 "main" "$heddle" run nomain.c
expect "unknown strategy" 2 "random" "$heddle" run --strategy rnadom fine.c
expect "unknown option" 2 "seed" "$heddle" run --sede 3 fine.c
expect "an oracle of tests only" 2 "heddle test" "$heddle" run --oracle linearizability fine.c
expect "an oracle of tests beside another" 0 "no violation" "$heddle" run --oracle linearizability,crash --executions 10 fine.c
expect "a seed that JSON cannot hold" 2 "seed expects N from 0 to 9223372036854775807" \
	"$heddle" run --seed 18446744073709551615 fine.c
printf '#include <assert.h>\nint main(void) { assert(0); }\n' >asserts.c
expect "the largest seed" 1 "assertion in main" "$heddle" run --seed 9223372036854775807 asserts.c
expect "no time" 2 "time expects TIME from 1ms to" "$heddle" run --time 0 fine.c
expect "no time to hang" 2 "hang expects TIME from 1ms to" "$heddle" run --hang 0 fine.c
expect "no heap" 2 "heap expects SIZE from 1 to" "$heddle" run --heap 0 fine.c
expect "no file" 2 "" "$heddle" run
expect "nothing to find" 0 "no violation" "$heddle" run --executions 10 fine.c
expect "unreadable finding" 2 "" "$heddle" replay nothing-here
expect "list" 0 "dpor" "$heddle" run --list-strategies
expect "help" 0 "schedule" "$heddle" run --help
expect "exhaustive" 0 "no violation in any schedule: 3 executions" \
	"$heddle" run --schedule dpor "$root/programs/litmus/sb.c"
expect "not exhaustive" 0 "no violation in the schedules explored" \
	"$heddle" run --schedule dpor --steps 3 "$root/programs/litmus/sb.c"
# It is large: only commands that read headers load it.
expect "libclang is not linked" 1 "" sh -c "ldd '$heddle' | grep clang"
