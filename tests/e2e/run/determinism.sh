# The same seed gives the same campaign, another seed another one, and what was
# found replays every time.

# campaign OUT SEED COMMAND ARGS...: its result, but for times and paths, in OUT.json
campaign() {
	into=$1 seed=$2 command=$3
	shift 3
	"$heddle" "$command" --json --keep-going --seed "$seed" --out "$into" "$@" 2>&1 </dev/null |
		grep -vE '"(seconds|executions_per_second|seconds_to_find|dir|seed)":' >"$into.json"
}

mkdir determinism
for program in race/counter order/twostage pool/queue_size; do
	at=determinism/$(basename $program)
	for run in "a 7" "b 7" "c 8"; do
		set -- $run
		campaign "$at-$1" "$2" run --executions 3000 "$root/programs/wrong/$program.c"
	done
	expect "a campaign with findings: $program" 0 "executions_to_find" cat "$at-a.json"
	expect "same seed, same campaign: $program" 0 "" cmp "$at-a.json" "$at-b.json"
	cat "$at-a.json" >>determinism/seed-7.json
	cat "$at-c.json" >>determinism/seed-8.json
done
for class in pointer/intmap blocking/bqueue; do
	at=determinism/$(basename $class)
	for run in "a 7" "b 7" "c 8"; do
		set -- $run
		campaign "$at-$1" "$2" test --executions 3000 \
			"$root/classes/wrong/$class.h" "$root/classes/wrong/$class.c"
	done
	expect "a campaign with findings: $class" 0 "executions_to_find" cat "$at-a.json"
	expect "same seed, same campaign: $class" 0 "" cmp "$at-a.json" "$at-b.json"
	cat "$at-a.json" >>determinism/seed-7.json
	cat "$at-c.json" >>determinism/seed-8.json
done
expect "other seed, other campaign" 1 "differ" cmp determinism/seed-7.json determinism/seed-8.json

# Where the sources lie changes nothing: paths are strings in the program, and move what stands beside them.
mkdir -p determinism/another/folder/with/a/long/name
for class in pointer/intmap self-argument/text module/names; do
	name=$(basename $class)
	cp "$root/classes/wrong/$class".[ch] determinism/another/folder/with/a/long/name
	for place in "$root/classes/wrong/$(dirname $class)" determinism/another/folder/with/a/long/name; do
		campaign determinism/moved 7 test --executions 3000 "$place/$name.h" "$place/$name.c"
		sed "s|$place/||" determinism/moved.json >"determinism/$name-$(basename "$place").json"
		rm -rf determinism/moved
	done
	expect "sources elsewhere, same campaign: $class" 0 "" \
		cmp "determinism/$name-$(basename "$(dirname $class)").json" "determinism/$name-name.json"
done

# A finding of each kind: the same trace a thousand times out of a thousand.
for program in race/counter cond/lost_wakeup memory/use_after_free order/twostage mutex/unlock_not_held \
	memory/null_check_then_use; do
	at=determinism/replay-$(basename $program)
	campaign "$at" 3 run --executions 2000 "$root/programs/wrong/$program.c"
	for finding in "$at"/findings/*; do
		expect "replays: $program" 1 "1000 of 1000" "$heddle" replay --times 1000 "$finding"
	done
done
for class in pointer/intmap refcount/blob; do
	at=determinism/replay-$(basename $class)
	campaign "$at" 3 test --executions 2000 "$root/classes/wrong/$class.h" "$root/classes/wrong/$class.c"
	for finding in "$at"/findings/*; do
		expect "replays: $class" 1 "1000 of 1000" "$heddle" replay --times 1000 "$finding"
	done
done
