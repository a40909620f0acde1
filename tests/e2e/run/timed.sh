# Where threads wait with a deadline, that it passes first is tried soon.
for seed in 1 3 4 5; do
	expect "a deadline that passes, seed $seed" 1 "assertion" "$heddle" run --seed $seed --executions 40 \
		--out "timed-$seed" "$root/programs/wrong/cond/timeout_ignored.c"
done
