# Findings are replayed where addresses are random, and after the code has changed.

mkdir replay
cat >replay/counter.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static struct counter {
	FILE *log;
	pthread_mutex_t mutex;
	int count;
} *shared;
static const char *text = "one more\n";

static void *add(void *unused)
{
	pthread_mutex_lock(&shared->mutex);
	int count = shared->count;
	pthread_mutex_unlock(&shared->mutex);
	fputs(text, shared->log);
	pthread_mutex_lock(&shared->mutex);
	shared->count = count + 1;
	pthread_mutex_unlock(&shared->mutex);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	shared = malloc(sizeof(*shared));
	shared->log = fopen("/dev/null", "w");
	pthread_mutex_init(&shared->mutex, NULL);
	shared->count = 0;
	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(shared->count == 2);
	fclose(shared->log);
	free(shared);
	return 0;
}
END

# every NAME FINDING: 20 of 20 replays in processes of their own, with random addresses
every() {
	good=0
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		HEDDLE_KEEP_RANDOMISATION=1 "$heddle" replay --quiet "$2" >replay/said 2>&1
		[ $? -eq 1 ] && grep -q "(trace" replay/said && good=$((good + 1))
	done
	expect "replays with random addresses: $1" 0 '^20$' echo "$good"
}

expect "replay: a program with a stream" 1 "assertion" "$heddle" run --out replay/stream replay/counter.c
expect "replay: a program with a heap" 1 "use-after-free" "$heddle" run --out replay/heap \
	"$root/programs/wrong/memory/use_after_free.c"
expect "replay: a class with heap objects" 1 "use-after-free" "$heddle" test --out replay/class \
	"$root/classes/wrong/pointer/intmap.h" "$root/classes/wrong/pointer/intmap.c"
every "a program with a stream" replay/stream/findings/*
every "a program with a heap" replay/heap/findings/*
every "a class with heap objects" replay/class/findings/*
expect "found with random addresses" 1 "assertion" env HEDDLE_KEEP_RANDOMISATION=1 \
	"$heddle" run --out replay/random replay/counter.c
expect "and replayed without" 1 "(trace" "$heddle" replay --quiet replay/random/findings/*

# again NAME STATUS TEXT SED: the finding in a copy of the sources that SED has changed
again() {
	cp replay/counter.c replay/changed.c
	rm -rf replay/changed
	"$heddle" run --quiet --out replay/changed replay/changed.c >/dev/null 2>&1
	rm -f replay/changed/build/harness-* replay/changed/findings/*/harness
	sed -i "$4" replay/changed.c
	expect "$1" "$2" "$3" "$heddle" replay --quiet replay/changed/findings/*
}
again "sources as they were" 1 "(trace" ""
again "an unrelated function and variable" 1 "(same violation, the code has changed)\|(trace" \
	'1i int unrelated_count = 5; int unrelated(int n) { return n < 2 ? unrelated_count : n * unrelated(n - 1); }'
again "more steps, and the same violation" 1 "(same violation, the code has changed)" \
	's/assert(shared->count == 2);/shared->log += 0; assert(shared->count == 2);/'
again "the bug is gone" 3 "did not recur; the code has changed since" 's/shared->count = count + 1/shared->count++/'

# A program that heddle cc built is changed in place.
"$heddle" cc -O1 -o replay/program replay/counter.c -pthread
expect "a program of heddle cc" 1 "assertion" "$heddle" run --out replay/built replay/program
expect "it replays" 1 "(trace" "$heddle" replay --trust --quiet replay/built/findings/*
cp replay/counter.c replay/counter2.c
sed -i '1i int unrelated(int n);\nint unrelated(int n) { return n < 2 ? 1 : n * unrelated(n - 1); }' replay/counter2.c
"$heddle" cc -O1 -o replay/program replay/counter2.c -pthread
expect "it replays after a change elsewhere" 1 "(same violation, the code has changed)\|(trace" \
	"$heddle" replay --trust --quiet replay/built/findings/*
"$heddle" cc -O1 -fPIE -pie -o replay/anywhere replay/counter.c -pthread
expect "a program that is loaded anywhere" 1 "assertion" "$heddle" run --out replay/pie replay/anywhere
expect "it replays with random addresses" 1 "(trace" env HEDDLE_KEEP_RANDOMISATION=1 \
	"$heddle" replay --trust --quiet replay/pie/findings/*
