# SPDX-License-Identifier: Apache-2.0
# Findings of other people: replay runs harnesses of the same campaign, and nothing else.
printf '#include <assert.h>\nint main(void) { assert(0); }\n' >own.c
"$heddle" run --out campaign own.c >/dev/null 2>&1
finding=$(echo campaign/findings/*)
json=$finding/finding.json
cp "$json" good.json
# edit MEMBER VALUE: of the stored finding; VALUE is JSON
edit() {
	python3 -c 'import json, sys
finding = json.load(open("good.json"))
place = finding
*path, last = sys.argv[2].split(".")
for name in path: place = place[name]
place[last] = json.loads(sys.argv[3])
json.dump(finding, open(sys.argv[1], "w"))' "$json" "$1" "$2"
}
printf '#!/bin/sh\ntouch %s/ran-it\n' "$work" >ran
chmod +x ran
edit replay.harness "\"$work/ran\""
expect "another program is not run" 2 "trust" "$heddle" replay "$finding"
expect "it did not run" 1 "" test -e ran-it
ln -sf "$work/ran" campaign/build/link
edit replay.harness "\"$work/campaign/build/link\""
expect "nor by a link" 2 "is not a harness" "$heddle" replay "$finding"
cp /bin/true campaign/build/true
edit replay.harness '"true"'
expect "nor one without heddle's engine" 2 "is not a harness" "$heddle" replay "$finding"
rm campaign/build/link campaign/build/true
edit replay.harness "\"$work/ran\""
expect "unless it is trusted" 3 "" "$heddle" replay --trust "$finding"
expect "then it runs" 0 "" test -e ran-it
for flags in '["-fplugin=./x.so"]' '["-B", "."]' '["-specs=x"]' '["@flags"]' '["-Xclang", "-load", "-Xclang", "x.so"]' \
	'["-Wl,-dynamic-linker,./ran"]' '["-o", "x"]' '["-fuse-ld=./ran"]' '["-wrapper", "./ran"]' '["--config=x"]'; do
	edit replay '{"command": "run", "harness": "", "directory": ".", "sources": ["own.c"], "libs": [], "cflags": '"$flags"'}'
	expect "flags $flags are refused" 2 "use --trust" "$heddle" replay "$finding"
done
cp good.json "$json"
expect "one's own" 1 "replayed 1 of 1" "$heddle" replay "$finding"
rm -rf campaign/build "$finding/harness"
expect "one's own without its harness" 1 "replayed 1 of 1" "$heddle" replay "$finding"
# A program that heddle did not build itself is not in the campaign's directory.
"$heddle" cc -g own.c -o own-program
"$heddle" run --out of-program own-program >of-program.txt 2>&1
expect "a program of heddle cc" 2 "own-program' is not a harness" "$heddle" replay of-program/findings/*
expect "as the finding says" 1 "replayed 1 of 1" sh -c "$(sed -n 's/^  replay   //p' of-program.txt)"

# Schedules with numbers that are none of a thread's.
cp "$finding/schedule" good-schedule
for line in "run 254 1" "run 4294967295 1" "run -1 1" "run 1 18446744073709551615" "choice 256" "choice -1"; do
	{ cat good-schedule; echo "$line"; } >"$finding/schedule"
	expect "a schedule with '$line'" 2 "out of range" "$heddle" replay "$finding"
	expect "the same given to run" 2 "out of range" "$heddle" run --replay "$finding/schedule" own.c
done
cp good-schedule "$finding/schedule"

# Members that are not what they should be.
for odd in 'threads [1]' 'threads [[1,null],2]' 'functions [1]' 'kind "../../x"' 'trace [1,{"t":-1}]' 'stacks {}'; do
	edit ${odd%% *} "${odd#* }"
	for format in text md html sarif junit json; do
		expect "$odd as $format" 0 "" "$heddle" report --format $format campaign
	done
done
cp good.json "$json"
