# SPDX-License-Identifier: Apache-2.0
# A campaign goes on where earlier ones of the same code ended. Parts of a search make up the whole of it.
mkdir resume && cd resume || exit 2

# parts NAME SCHEDULE TOTAL PART FILE FLAGS: executions of all parts, by changing numbers of workers, until it is through
parts() {
	sum=0 jobs=1 ended=no
	while [ "$ended" = no ] && [ "$sum" -le "$3" ]; do
		said=$("$heddle" run -q --resume --schedule "$2" --executions "$4" --jobs $jobs --out "$1" --cflags "$6" "$5" 2>/dev/null)
		case $said in *"in any schedule"*) ended=yes ;; esac
		made=$(echo "$said" | sed -n 's/.*[^0-9]\([0-9][0-9]*\) execution.*/\1/p')
		sum=$((sum + ${made:-1000000})) jobs=$((jobs % 3 + 1))
	done
	echo "$1: $sum, through: $ended"
}
expect "dpor in parts" 0 "dpor: 2508, through: yes" echo "$(parts dpor dpor 2508 800 "$root/programs/litmus/counter.c" -DN=6)"
expect "choices in parts" 0 "choices: 14, through: yes" echo "$(parts choices dpor 14 3 "$root/programs/litmus/signal.c" -DN=3)"
expect "dfs in parts" 0 "dfs: 65464, through: yes" echo "$(parts dfs dfs 65464 20000 "$root/programs/litmus/counter.c" -DN=2)"
expect "a search that is through" 0 "no violation in any schedule: 0 executions" \
	"$heddle" run --resume --schedule dpor --out dpor --cflags -DN=6 "$root/programs/litmus/counter.c"
expect "other options, another search" 0 "from the beginning" \
	"$heddle" run --resume --schedule dpor --spurious --out dpor --cflags -DN=6 "$root/programs/litmus/counter.c"
expect "a search of other code" 0 "starting from the beginning" \
	"$heddle" run --resume --schedule dpor --out dpor --cflags -DN=5 "$root/programs/litmus/counter.c"

# What has been reported is not reported again, and does not count as nothing.
expect "first" 1 "deadlock" "$heddle" run --out known --schedule dpor "$root/programs/litmus/abba.c"
expect "no other" 0 "1 finding known" "$heddle" run --out known --schedule dpor --resume "$root/programs/litmus/abba.c"
expect "it is not said that there is none" 0 "no new violation" "$heddle" run --out known --schedule dpor --resume "$root/programs/litmus/abba.c"

# Of tests: coverage stays, executions are others than before, and nothing is learned again.
cp "$root/classes/correct/pointer/intstack.h" "$root/classes/correct/pointer/intstack.c" .
expect "tests" 0 "no violation in 500 executions" "$heddle" test --executions 500 --strategy covcon --out tests intstack.h intstack.c
expect "tests, gone on with" 0 "going on after 500 executions: [1-9][0-9]* goals covered" \
	"$heddle" test --resume --executions 1 --strategy covcon --out tests intstack.h intstack.c
covered() {
	"$heddle" test "$@" --json --executions 1 --strategy covcon --out tests intstack.h intstack.c |
		python3 -c "import json, sys; print(json.load(sys.stdin)['coverage']['method_pairs']['covered'] > 1)"
}
expect "what was covered" 0 True echo "$(covered --resume)"
expect "what one execution covers" 0 False echo "$(covered)"

# What is stored may be anybody's.
# Facts that no campaign would have left are as good as none, one byte after the other: nothing dies of them.
expect "forged facts" 0 "no campaign died" python3 "$root/e2e/run/forge.py" "$heddle" tests intstack.h intstack.c
for text in rubbish "1 1;0 -1 1 00 00;" "1 5;0 -1 1 $(printf '%0128d %0128d' 0 0);" "99999999 1;"; do
	cp -r dpor damaged
	python3 - "$text" <<'PYTHON'
import sqlite3, sys
db = sqlite3.connect("damaged/campaign.db")
db.execute("UPDATE states SET text = ? WHERE name LIKE 'search%'", (sys.argv[1],))
db.commit()
PYTHON
	expect "a damaged search" 2 "cannot be read; go on without" \
		"$heddle" run --resume --schedule dpor --out damaged --cflags -DN=6 "$root/programs/litmus/counter.c"
	rm -rf damaged
done
cd ..
