# SPDX-License-Identifier: Apache-2.0
# One campaign by several ranks, where there is MPI. Starting ranks is what takes the time here: each command checks as much as it can.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if command -v mpirun >/dev/null && [ -f "$(dirname "$heddle")/libheddle-mpi.so" ] && mpirun --oversubscribe -n 2 true 2>/dev/null; then
	mkdir ranks && cd ranks || exit 2
	cp "$root"/classes/wrong/out-parameter/bag.[ch] .
	mpi="mpirun --oversubscribe -n"
	patience=900 # more processes than processors, on a machine that may have others to run
	expect "3 ranks, one budget, one finding" 1 ": 1 violation in 2000 executions" \
		$mpi 3 "$heddle" test --keep-going --executions 2000 --out found bag.h bag.c
	expect "one campaign, stored once" 0 "found: 1 campaign, 1 finding" "$heddle" report found
	for finding in found/findings/*/; do
		expect "what a rank found replays" 1 "replayed 1 of 1" "$heddle" replay "$finding"
	done
	expect "the first finding ends all" 1 "out-of-bounds" $mpi 3 "$heddle" test --executions 1000000000 --out first bag.h bag.c
	expect "bad input ends all" 2 "no_such_file" $mpi 3 "$heddle" run --out bad no_such_file.c
	expect "a search by 3 ranks is exact, and all of them make it" 0 "searched by all" python3 "$root/e2e/mpi/exchange.py" search "$heddle" \
		"$root/programs/litmus/counter.c"
	expect "dfs by 2 ranks is exact" 0 "no violation in any schedule: 594 executions explored" \
		$mpi 2 "$heddle" run --schedule dfs -DN=2 --out dfs "$root/programs/litmus/load_store.c"
	expect "a deadlock that ranks search for" 1 "deadlock" \
		$mpi 2 "$heddle" run --schedule dpor --out abba "$root/programs/litmus/abba.c"
	expect "what one rank covers, all know" 0 "the same" python3 "$root/e2e/mpi/exchange.py" coverage "$heddle" \
		"$root/../bench/subjects/xy_plot/xy_plot.h" "$root/../bench/subjects/xy_plot/xy_plot.c"
	expect "ranks that are killed" 0 "nothing was lost" python3 "$root/e2e/mpi/kill.py" "$heddle" "${MPI_KILLS:-1}" \
		"$root/programs/litmus/counter.c" bag.h bag.c
	unset patience
	cd ..
fi
