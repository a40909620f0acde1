# Programs in the sandbox: their files are there, what they write is not, and nothing is left.
sandbox=$root/e2e/run/sandbox
mkdir -p sandboxed/sub && cd sandboxed || exit 2
echo fixture >data.txt
echo deep >sub/deep.txt
ls -R . /dev/shm /tmp/zzz >../before 2>/dev/null
for without in "" namespaces landlock seccomp; do
	expect "sandbox: files, without ${without:-nothing}" 0 "no violation" env "HEDDLE_SANDBOX_WITHOUT=$without" \
		"$heddle" run --sandbox --executions 50 --out ../sandbox-out "$sandbox/files.c" -- "$PWD"
done
ls -R . /dev/shm /tmp/zzz >../after 2>/dev/null
expect "sandbox: nothing is left" 0 "" cmp ../before ../after
expect "sandbox: the directory is gone" 0 "^0$" sh -c 'mkdir t; TMPDIR=$PWD/t "$0" run --sandbox --executions 5 --out ../sandbox-out "$1" -- "$PWD" >/dev/null; ls -A t | wc -l' \
	"$heddle" "$sandbox/files.c"
expect "sandbox: what a killed one left is gone, too" 0 "^1 0$" sh -c '
	TMPDIR=$PWD/t "$0" run --sandbox --time 20s --out ../sandbox-out "$1" -- "$PWD" >/dev/null 2>&1 & pid=$!
	while [ -z "$(ls -A t)" ]; do sleep 0.01; done
	kill -9 $pid; wait $pid 2>/dev/null; left=$(ls -A t | wc -l)
	TMPDIR=$PWD/t "$0" run --sandbox --executions 5 --out ../sandbox-out "$1" -- "$PWD" >/dev/null
	echo $left $(ls -A t | wc -l)' "$heddle" "$sandbox/files.c"
cd ..
