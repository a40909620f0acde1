# SPDX-License-Identifier: Apache-2.0
# An output directory that is a project's own: what is not heddle's stays.
mkdir -p project/build/tmp-cache project/build/.heddle-tmp-mine
cd project
printf 'int main(void) { return WHICH == 99; }\n' >program.c
touch -d '3 days ago' build/tmp-cache/object build/tmp-cache build/.heddle-tmp-mine/object
"$heddle" cc -DWHICH=1 program.c -o build/harness-unit
for number in 1 2 3 4 5 6 7 8 9; do
	cp build/harness-unit build/harness-$number
	cp build/harness-unit build/harness-000000000000000$number
done
touch -d '3 days ago' build/harness-*
"$heddle" run --executions 1 --out . -DWHICH=2 program.c >/dev/null 2>&1
"$heddle" run --executions 1 --out . -DWHICH=4 program.c >/dev/null 2>&1
expect "directories with other marks stay" 0 "" test -e build/tmp-cache/object
expect "one with a mark of ours only in its name stays" 0 "" test -e build/.heddle-tmp-mine/object
expect "programs that are no harnesses of ours stay" 0 "^19$" \
	sh -c "ls build/harness-unit build/harness-? build/harness-000000000000000? | wc -l"
cd ..
# Left by a process that is gone: it goes.
mkdir project/build/.heddle-tmp-left
touch project/build/.heddle-tmp-left/.heddle-mark project/build/.heddle-tmp-left/1.o
"$heddle" run --executions 1 --out project -DWHICH=1 project/program.c >/dev/null 2>&1
expect "what was left behind goes" 1 "" test -e project/build/.heddle-tmp-left
