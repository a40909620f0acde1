# SPDX-License-Identifier: Apache-2.0
# From a stack to a test: every kind of crash, what is said, and what can be done with it.
cp "$root"/e2e/reproduce/lib.h "$root"/e2e/reproduce/lib.c .
reproduce() {
	"$heddle" reproduce --out out "$@" lib.h lib.c
}
# reproduced NAME TEXT STACK [OPTION...]: with TEXT in the output
reproduced() {
	name=$1 text=$2 stack=$3
	shift 3
	expect "$name" 1 "$text" "$heddle" reproduce --out out --stack "$stack" "$@" lib.h lib.c
}

cat >null.txt <<'STACK'
Thread 2 "server" received signal SIGSEGV, Segmentation fault.
#0  0x000055555555525f in value_of (i=0x0) at src/lib.c:62
#1  0x0000555555555290 in lib_first (l=0x5555555592a0) at src/lib.c:70
#2  0x000055555555540f in worker (unused=0x0) at server.c:16
#3  0x00007ffff7d7b1f5 in start_thread (arg=<optimized out>) at ./nptl/pthread_create.c:442
STACK
reproduced "a null dereference" "reproduced (exact) by a test of 4 calls" null.txt
reproduced "the match is told" "match    exact" null.txt
reproduced "what was pruned is told" "pruned: .* by stack" null.txt
reproduced "the test and the schedule" "lib_pop(object)" null.txt
reproduced "quietly" "reproduced (exact)" null.txt --quiet
for seed in 2 3 4 5; do
	reproduced "with seed $seed" "reproduced (exact)" null.txt --seed $seed
done
for prune in none stack redundant interfere interleave stack,interfere rank; do
	reproduced "with --prune $prune" "reproduced (exact)" null.txt --prune $prune
done
expect "the finding replays" 1 "replayed 1 of 1" sh -c \
	"$("$heddle" reproduce --out out --stack null.txt lib.h lib.c | sed -n 's/^  replay   //p' | tail -n 1)"
reproduce --stack null.txt --json | sed '/second/d' >first.json
reproduce --stack null.txt --json | sed '/second/d' >second.json
expect "the same seed, the same search" 0 "" cmp first.json second.json
expect "JSON" 0 "True exact False 4 lib_first" python3 -c 'import json
o = json.load(open("first.json"))
print(o["reproduced"], o["match"], o["sequential"], o["test_size"], o["reproduction"]["method"])
assert o["strategy"] == "concrash" and o["findings"][-1]["match"] == "exact"
r = o["reproduction"]
assert r["explored"] >= 1 and r["combinations"] >= r["explored"]'

# Lines may be missing, functions inlined, and the source compiled elsewhere.
printf '#0 0x1 in value_of ()\n#1 0x2 in lib_first ()\n#2 0x3 in main ()\n' >lineless.txt
reproduced "without lines" "reproduced (same functions)" lineless.txt
printf '#0 0x1 in lib_first ()\n#1 0x3 in main ()\n' >inlined.txt
reproduced "inlined" "reproduced (same functions)" inlined.txt
sed 's/value_of (/value_of.isra.0 (/; s/lib_first (/lib_first.part.0 (/' null.txt >suffixes.txt
reproduced "with the compiler's suffixes" "reproduced (exact)" suffixes.txt

# The check's own function is only called when it fails.
cat >abort.txt <<'STACK'
#0  0x00007ffff7d2dfb2 in __GI_raise (sig=sig@entry=6) at ../sysdeps/posix/raise.c:26
#1  0x00007ffff7d18472 in __GI_abort () at ./stdlib/abort.c:79
#2  0x000055555555525f in fail () at lib.c:106
#3  0x0000555555555290 in lib_check (l=0x5555555592a0) at lib.c:113
#4  0x000055555555540f in worker (unused=0x0) at server.c:16
STACK
reproduced "an abort" "reproduced (exact)" abort.txt

cat >deadlock.txt <<'STACK'
Thread 3 (Thread 0x7ffff6d8a6c0 (LWP 12) "server"):
#0  __lll_lock_wait (futex=futex@entry=0x5555555592a0, private=0) at ./nptl/lowlevellock.c:49
#1  0x00007ffff7d80fb2 in ___pthread_mutex_lock (mutex=0x5555555592a0) at ./nptl/pthread_mutex_lock.c:93
#2  0x0000555555555290 in lib_right (l=0x5555555592a0) at lib.c:97
#3  0x000055555555540f in worker (unused=0x0) at server.c:16

Thread 2 (Thread 0x7ffff758b6c0 (LWP 11) "server"):
#0  __lll_lock_wait (futex=futex@entry=0x5555555592c8, private=0) at ./nptl/lowlevellock.c:49
#1  0x00007ffff7d80fb2 in ___pthread_mutex_lock (mutex=0x5555555592c8) at ./nptl/pthread_mutex_lock.c:93
#2  0x0000555555555290 in lib_left (l=0x5555555592a0) at lib.c:87
#3  0x000055555555540f in worker (unused=0x0) at server.c:16
STACK
reproduced "a deadlock" "reproduced (exact) by a test of 3 calls" deadlock.txt

# One thread is enough.
cat >sequential.txt <<'STACK'
#0  0x000055555555525f in value_of (i=0x0) at lib.c:62
#1  0x0000555555555290 in lib_third (l=0x5555555592a0) at lib.c:78
#2  0x000055555555540f in main () at main.c:16
STACK
reproduced "a sequential crash" "sequential: one thread is enough" sequential.txt
expect "it replays" 1 "replayed 1 of 1" sh -c \
	"$("$heddle" reproduce --out out --stack sequential.txt lib.h lib.c | sed -n 's/^  replay   //p' | tail -n 1)"

# Another violation on the way does not end the search, however long that lasts.
sed 's/lib.c:62/lib.c:61/' null.txt >elsewhere.txt
reproduce --executions 20000 --stack elsewhere.txt --json >elsewhere.json
expect "the search goes on" 0 "False budget same method" python3 -c 'import json
o = json.load(open("elsewhere.json"))
print(o["reproduced"], o["coverage"]["reason"], o["findings"][0]["match"])'

# Not reproduced: a repaired library, with the stack of the old one.
mkdir -p repaired
sed 's/if (!l->head) {/pthread_mutex_lock(\&l->lock); int none = !l->head; pthread_mutex_unlock(\&l->lock); if (1 || none) {/' \
	lib.c >repaired/lib.c
expect "a repaired library" 0 "not reproduced: the budget is spent" \
	"$heddle" reproduce --out out --time 2s --stack null.txt -I. lib.h repaired/lib.c
expect "why" 0 "no call came to the point" \
	"$heddle" reproduce --out out --time 1s --stack null.txt -I. lib.h repaired/lib.c
printf '#0 0x1 in lib_free () at lib.c:43\n#1 0x2 in main () at main.c:1\n' >destructor.txt
expect "a destructor is not called by threads" 0 "not reproduced: lib_free() cannot be called by tests" \
	"$heddle" reproduce --out out --stack destructor.txt lib.h lib.c
printf '#0 0x1 in fail () at lib.c:106\n#1 0x2 in main () at main.c:1\n' >inner.txt
expect "the only function of the API that comes there" 1 "reproduced (same functions)" \
	"$heddle" reproduce --out out --stack inner.txt lib.h lib.c
printf '#0 0x1 in value_of () at lib.c:62\n#1 0x2 in main () at main.c:1\n' >several.txt
expect "one of several" 1 "reproduced (same functions)" "$heddle" reproduce --out out --stack several.txt lib.h lib.c
expect "it is not known which" 1 "crash at value_of (lib.c:62); the function of the API that was called has no frame" \
	"$heddle" reproduce --out out --stack several.txt lib.h lib.c
grep -v lib_check lib.h >part.h
expect "no function of the API" 0 "no function on the stack is declared" \
	"$heddle" reproduce --out out --stack inner.txt part.h lib.c
