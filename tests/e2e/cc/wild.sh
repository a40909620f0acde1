# Wild accesses are found at every level of optimisation.
for level in 0 1 2; do
	for name in write_low cut_off tagged call_of; do
		"$heddle" cc -O$level -o "wild-$name" "$root/programs/wrong/wild/$name.c" -pthread
		expect "-O$level: $name" 1 "wild-access" "$heddle" run --quiet --out wild-out "./wild-$name"
	done
done
