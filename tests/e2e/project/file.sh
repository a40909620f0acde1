# SPDX-License-Identifier: Apache-2.0
# heddle.ini: what it sets, what overrides it, and that every mistake is named with file and line.
examples=$root/../examples
mkdir -p ini
cp -r "$examples" ini/examples
for case in "test:stack:null-dereference in stack_pop" "test:cache:use-after-free" "test:ring:ring_" \
	"test:registry:deadlock" "test:sessions:sessions_" "run:bank:"; do
	command=${case%%:*} rest=${case#*:}
	expect "heddle.ini of ${rest%%:*}" 1 "${rest#*:}" "$heddle" "$command" --out ini/out "ini/examples/${rest%%:*}"
	expect "heddle.ini of ${rest%%:*}, there" 1 "${rest#*:}" \
		sh -c "cd ini/examples/${rest%%:*} && '$heddle' $command --out ../../out"
done
expect "heddle.ini for reproduce" 1 "sessions_touch" \
	"$heddle" reproduce --stack ini/examples/sessions/crash.txt --out ini/out ini/examples/sessions
expect "heddle.ini: code of hints" 1 "heddle_new_ring()" "$heddle" test --out ini/out ini/examples/ring

cp "$root"/e2e/test/lib.[ch] ini
cat >ini/given <<END
#!/bin/sh
# TEXT [OPTION...]: heddle test with this heddle.ini
cd ini && printf "\$1" >heddle.ini
shift
exec "$heddle" test --out out "\$@"
END
chmod +x ini/given
base='[heddle]\nheaders = lib.h\nsources = lib.c\n'
bad() {
	name=$1 text=$2 ini=$3
	shift 3
	expect "heddle.ini: $name" 2 "$text" ini/given "$ini" "$@"
}
rm -f ini/heddle.ini
expect "heddle.ini: there is none" 2 "no files given, and there is no heddle.ini here" sh -c "cd ini && '$heddle' test"
expect "heddle.ini: a directory without one" 2 "'ini' is a directory without heddle.ini" "$heddle" test ini
bad "unknown key" "heddle.ini:4: unknown key 'tiem'; did you mean 'time'" "${base}tiem = 3s\n"
bad "strange key" "heddle.ini:4: unknown key 'colour'; see heddle-test" "${base}colour = red\n"
bad "a question" "heddle.ini:4: unknown key 'list-api'" "${base}list-api = yes\n"
bad "bad time" "heddle.ini:4: time expects TIME from 1ms to 1000000h, not 'soon'" "${base}time = soon\n"
bad "bad number" "heddle.ini:4: executions expects N" "${base}executions = many\n"
bad "bad range" "heddle.ini:4: threads expects N from 2 to 8, not '9'" "${base}threads = 9\n"
bad "bad flag" "heddle.ini:4: keep-going expects yes or no, not 'maybe'" "${base}keep-going = maybe\n"
bad "bad contract" "heddle.ini:4: contract expects .*did you mean 'shared'" "${base}contract = share\n"
bad "bad oracle" "heddle.ini:4: unknown oracle 'rice'; did you mean 'race'" "${base}oracle = rice\n"
bad "bad strategy" "heddle.ini:4: unknown strategy 'covcn'" "${base}strategy = covcn\n"
bad "bad required number" "heddle.ini:4: require-functions expects N" "${base}require-functions = all\n"
bad "no header" "heddle.ini:2: no file 'lob.h'" '[heddle]\nheaders = lob.h\n'
bad "no source" "heddle.ini:3: no file 'src/\*.c'" '[heddle]\nheaders = lib.h\nsources = src/*.c\n'
bad "no library" "heddle.ini:4: no file 'lib/libz.a'" "${base}libraries = lib/libz.a\n"
bad "no word" "heddle.ini:4: cflags expects at least one word" "${base}cflags =\n"
bad "two paths" "heddle.ini:4: out expects one path, not 'a b'" "${base}out = a b\n"
bad "open quote" "heddle.ini:4: cflags has an unterminated quote" "${base}cflags = 'x\n"
bad "no hints file" "cannot read 'nothere.ini'" "${base}hints = nothere.ini\n"
bad "set-up in the wrong place" "heddle.ini:4: setup is a hint: write it in the section" "${base}setup = f()\n"
bad "before a section" "heddle.ini:1: 'time' appears before the first" 'time = 3s\n'
bad "no files" "heddle.ini names no files" '[heddle]\ntime = 3s\n'
bad "no key" "heddle.ini:4: expected" "${base}nonsense\n"
bad "long line" "heddle.ini:4: the line is longer than" "${base}cflags = $(printf '%0250d' 0)\n"
bad "unknown section" "heddle.ini:5: unknown function or class 'lip'; did you mean 'lib'" "${base}[lip]\nweak = yes\n"
bad "unknown hint" "heddle.ini:5: unknown hint 'waek'" "${base}[lib_push]\nwaek = yes\n"
bad "constructor of nothing" "heddle.ini:5: unknown function or class 'lip'" "${base}[lip]\nconstructor = f()\n"
bad "constructor of all" "heddle.ini:5: 'constructor' is a hint for classes only" "${base}[*]\nconstructor = f()\n"
bad "constructor of a function" "heddle.ini:5: 'constructor' is not a hint for functions" \
	"${base}[lib_push]\nconstructor = f()\n"
bad "set-up of a class" "heddle.ini:5: 'setup' is a hint for \[\*\] only" "${base}[lib]\nsetup = f()\n"
bad "empty code" "heddle.ini:5: setup expects C code" "${base}[*]\nsetup =\n"
bad "code that does not compile" "heddle.ini:5:.*error" "${base}[*]\nsetup = nonsense(\n"
bad "an expression of another type" "heddle.ini:5:.*error" "${base}[lib]\nconstructor = \"text\" + (struct lib){0}\n"
printf '[heddle]\ntime = 3s\n' >ini/other.ini
expect "heddle.ini: its section in hints" 2 "other.ini:2: the section \[heddle\] is for heddle.ini only" \
	"$heddle" test --list-api --hints ini/other.ini ini/lib.h

expect "heddle.ini: the command line overrides it" 2 "expects N from 2 to 8, not '1'" \
	ini/given "${base}threads = 3\n" --threads 1
expect "heddle.ini: and its time" 0 "no violation in 3 executions" \
	ini/given "${base}executions = 20000\noracle = livelock\n" --executions 3
expect "heddle.ini: a budget" 0 "no violation in 5 executions" \
	ini/given "${base}executions = 5\noracle = livelock\n"
expect "heddle.ini: lines that go on" 0 "lib_push" ini/given '[heddle]\nheaders =\n  lib.h\nsources = lib.c\n' --list-api
expect "heddle.ini: a line that does not, in a new section" 0 "because" \
	ini/given "${base}[lib_push]\n  exclude = because\n" --list-api
mkdir ini/far
printf '#include "lib.h"\n' >ini/far/far.h
printf '[heddle]\nheaders = far/far.h lib.h\nsources = lib.c\ncflags = "" -I .\n' >ini/heddle.ini
expect "heddle.ini: a directory behind -I, seen from elsewhere" 0 "lib_push" "$heddle" test --list-api ini

# Where every test begins: without that set-up the tally stays at zero, and nothing is found. The key is not in the code,
# or tests would be drawn with it.
cat >ini/tally.h <<'C'
// A tally that several threads may share. tally_enable() must be called first.
int tally_enable(int key);
int tally_add(int value);
int tally_count(void);
C
cat >ini/tally.c <<'C'
#include "tally.h"
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, enabled;
int tally_enable(int n) { enabled |= (n ^ n >> 5) == 4852; return 0; }
int tally_add(int value)
{
	if (!enabled) return -1;
	int n = count; // without the lock
	pthread_mutex_lock(&lock);
	count = n + (value != 0 || 1);
	pthread_mutex_unlock(&lock);
	return 0;
}
int tally_count(void) { pthread_mutex_lock(&lock); int n = count; pthread_mutex_unlock(&lock); return n; }
C
module='[heddle]\nheaders = tally.h\nsources = tally.c\nexecutions = 5000\noracle = all,-race\n'
expect "heddle.ini: without set-up" 0 "no violation" ini/given "$module"
expect "heddle.ini: with set-up" 1 "not-linearizable" ini/given "$module[*]\nsetup = tally_enable(4711)\n"
test_c=$(ls -t ini/out/findings/*/test.c | head -n 1)
expect "heddle.ini: test.c has the set-up" 0 "heddle_setup();" cat "$test_c"
expect "heddle.ini: and replays" 1 "" sh -c "cd ini && $(sed -n 's|^//   heddle run|'"'$heddle'"' run --out out|p' "$test_c")"
expect "hints: set-up" 1 "not-linearizable" sh -c "cd ini && printf '[*]\nsetup = tally_enable(4711)\n' >setup.ini &&
	'$heddle' test --hints setup.ini --executions 5000 --oracle all,-race --out out tally.h tally.c"

# How much must be tested.
expect "enough functions" 1 "stack_pop" "$heddle" test --require-functions 4 --out ini/out ini/examples/stack
expect "too few functions" 2 "too little was tested: tests call 3 of 3 functions" \
	ini/given "$module" --require-functions 4
expect "enough, just" 0 "no violation" ini/given "$module" --require-functions 3
{
	cat ini/tally.h
	echo 'typedef struct pen pen; pen *pen_new(void); void pen_free(pen *p);'
	for i in $(seq 40); do echo "int pen_$i(pen *p);"; done
} >ini/many.h
{
	printf '#include "many.h"\n#include <stdlib.h>\nstruct pen { _Atomic int ink; };\n'
	echo 'pen *pen_new(void) { return calloc(1, sizeof(pen)); } void pen_free(pen *p) { free(p); }'
	for i in $(seq 40); do
		echo "int pen_$i(pen *p) { return p->ink++; }"
	done
} >ini/many.c
expect "enough of the class that was asked for" 0 "3 of 3 functions tested: no violation" \
	"$heddle" test --class tally --executions 1000 --oracle crash --out ini/out ini/many.h ini/many.c ini/tally.c
cat >ini/plain.h <<'C'
typedef struct plain plain;
plain *plain_new(void);
int plain_add(plain *p, int n);
C
echo '#include "plain.h"
#include <stdlib.h>
struct plain { int n; };
plain *plain_new(void) { return calloc(1, sizeof(plain)); }
int plain_add(plain *p, int n) { return p->n += n % 100; }' >ini/plain.c
plain='[heddle]\nheaders = plain.h\nsources = plain.c\nexecutions = 5000\n'
expect "nothing was tested" 2 "too little was tested: tests call 0 of 2 functions" ini/given "$plain"
expect "nothing was required" 0 "nothing was tested" ini/given "$plain" --require-functions 0
expect "something was tested" 0 "no violation" ini/given "$plain[plain]\ncontract = owned\n"
