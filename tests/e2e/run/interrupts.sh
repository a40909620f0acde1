# SPDX-License-Identifier: Apache-2.0
# One signal ends heddle soon, whatever it is doing, and keeps what was found.
echo 'int main(void) { return 0; }' >fine.c
printf '#!/bin/sh\ncase "$*" in *--version*) echo "clang version 19.1"; exit;; esac\ntouch compiling\nexec sleep 98.7612\n' >slow-clang
chmod +x slow-clang
cat >endless.c <<'C'
#include <assert.h>
#include <pthread.h>
static int x;
static void *w(void *a) { int v = x; x = v + 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); w(0); pthread_join(t, 0); return 0; }
C
# interrupt SIGNAL FILE COMMAND...: signals the command once FILE exists; killed if it does not end then
cat >interrupt <<'END'
signal=$1 file=$2
shift 2
rm -f $file
"$@" & pid=$!
while ! ls $file >/dev/null 2>&1; do kill -0 $pid || exit 99; sleep 0.02; done
kill -$signal $pid
{ sleep ${PATIENCE:-20}; kill -KILL $pid; } >/dev/null 2>&1 & watch=$!
wait $pid
status=$?
kill $watch
exit $status
END
for signal in INT TERM HUP; do
	expect "SIG$signal while building" 3 "interrupted" sh interrupt $signal compiling \
		env HEDDLE_CLANG="$work/slow-clang" "$heddle" run --out building fine.c
	expect "nothing is left" 1 "" test -e building
	rm -rf searching
	expect "SIG$signal in a campaign" 1 "interrupted: 1 violation" sh interrupt $signal "searching/findings/*/finding.json" \
		"$heddle" run --keep-going --time 60s --out searching endless.c
	expect "the finding is kept" 1 "replayed 1 of 1" "$heddle" replay searching/findings/*
done
# Somebody else has the database, and does not give it back.
mkdir locked
cp searching/campaign.db locked
python3 -c 'import sqlite3, time
database = sqlite3.connect("locked/campaign.db", isolation_level=None)
database.execute("begin exclusive")
open("is-locked", "w")
time.sleep(100)' &
locker=$!
while ! test -e is-locked; do sleep 0.02; done
expect "SIGINT while the database is locked" 2 "database is locked" env PATIENCE=8 sh interrupt INT "locked/build/harness-*" \
	"$heddle" run --executions 1 --out locked fine.c
kill $locker
expect "the compiler has ended" 1 "" pgrep -f "sleep 98.7612$"
