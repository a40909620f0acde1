# SPDX-License-Identifier: Apache-2.0
# One campaign by several ranks, where there is MPI.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if command -v mpirun >/dev/null && [ -f "$(dirname "$heddle")/libheddle-mpi.so" ] && mpirun --oversubscribe -n 2 true 2>/dev/null; then
	mkdir ranks && cd ranks || exit 2
	cp "$root"/classes/wrong/out-parameter/bag.[ch] .
	cp "$root/classes/correct/pointer/intstack.h" "$root/classes/correct/pointer/intstack.c" .
	mpi="mpirun --oversubscribe -n"
	expect "3 ranks, one budget" 0 "no violation in 5000 executions" \
		$mpi 3 "$heddle" test --executions 5000 --out budget intstack.h intstack.c
	expect "it is one campaign" 0 "budget: 1 campaign, 0 findings" "$heddle" report budget
	expect "3 ranks, one finding" 1 ": 1 violation in 2000 executions" \
		$mpi 3 "$heddle" test --keep-going --executions 2000 --out found bag.h bag.c
	expect "stored once" 0 "found: 1 campaign, 1 finding" "$heddle" report found
	for finding in found/findings/*/; do
		expect "what a rank found replays" 1 "replayed 1 of 1" "$heddle" replay "$finding"
	done
	expect "the first finding ends all" 1 "out-of-bounds" $mpi 3 "$heddle" test --time 50s --out first bag.h bag.c
	expect "a program by 2 ranks" 0 "no violation in 2001 executions" \
		$mpi 2 "$heddle" run --executions 2001 --out program "$root/programs/correct/mutex/counter.c"
	expect "bad input ends all" 2 "no_such_file" $mpi 3 "$heddle" run --out bad no_such_file.c
	for n in 2 4; do
		expect "dpor by $n ranks is exact" 0 "no violation in any schedule: 136136 executions explored" \
			$mpi $n "$heddle" run --schedule dpor -DN=9 --out search-$n "$root/programs/litmus/counter.c"
	done
	expect "branches go to other ranks" 0 "searched by all" python3 "$root/e2e/mpi/exchange.py" search "$heddle" \
		"$root/programs/litmus/counter.c"
	expect "dfs by 3 ranks is exact" 0 "$("$heddle" run --schedule dfs --out dfs-1 "$root/programs/litmus/load_store.c")" \
		$mpi 3 "$heddle" run --schedule dfs --out dfs-3 "$root/programs/litmus/load_store.c"
	expect "a deadlock that ranks search for" 1 "deadlock" \
		$mpi 2 "$heddle" run --schedule dpor --out abba "$root/programs/litmus/abba.c"
	expect "what one rank covers, all know" 0 "the same" python3 "$root/e2e/mpi/exchange.py" coverage "$heddle" \
		"$root/../bench/subjects/xy_plot/xy_plot.h" "$root/../bench/subjects/xy_plot/xy_plot.c"
	expect "ranks that are killed" 0 "nothing was lost" python3 "$root/e2e/mpi/kill.py" "$heddle" "${MPI_KILLS:-1}" bag.h bag.c
	cd ..
fi
