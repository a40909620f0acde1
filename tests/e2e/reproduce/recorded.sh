# SPDX-License-Identifier: Apache-2.0
# Small libraries with the stacks that real crashes of them left (recorded/), some with frames missing.
cp "$root"/e2e/reproduce/recorded/* .
# reproduced NAME TEXT LIBRARY STACK [OPTION...]
reproduced() {
	name=$1 text=$2 library=$3 stack=$4
	shift 4
	expect "$name" 1 "$text" "$heddle" reproduce --out "$library" --stack "$stack" "$@" "$library.h" "$library.c"
}
reproduced "a deadlock of three threads" "reproduced (exact) by a test of 4 calls" hub hub.gdb.txt
# The third waits behind the other two.
sed '/^Thread 1 /,$d' hub.gdb.txt >two.txt
expect "two of them alone" 0 "not reproduced" "$heddle" reproduce --out hub --executions 2000 --stack two.txt hub.h hub.c
# A race with calloc() or free() is a use after free.
reproduced "a race with whoever has the block next" "reproduced (exact) by a test of 4 calls" cache cache.tsan.txt
reproduced "is a use after free" "use-after-free in cache_get()" cache cache.tsan.txt
# AddressSanitizer loses the function that called NULL.
reproduced "a call of NULL without its caller" "reproduced (same functions) by a test of 4 calls" notifier notifier.asan.txt
reproduced "the caller is known" "at call_hook (notifier.c:37)" notifier notifier.asan.txt
sed 's/^    #1 .*/    #1 0x55ed9f5b4b00 in call_hook src\/notifier.c:37:9\n    #2 0x55ed9f5b4bb7 in notifier_send src\/notifier.c:44:15/
	s/^    #2 0x55ed9f5b4e0c/    #3 0x55ed9f5b4e0c/; s/^    #3 0x55ed9f571fc6/    #4 0x55ed9f571fc6/' notifier.asan.txt >whole.txt
reproduced "with its caller" "reproduced (exact) by a test of 4 calls" notifier whole.txt
# The accesses of a race, the one that writes first.
cat >race.txt <<'STACK'
WARNING: ThreadSanitizer: data race (pid=21506)
  Write of size 8 at 0x722c00000038 by thread T1:
    #0 notifier_set_hook src/notifier.c:29:10 (server+0xe52d1)
    #1 worker src/server.c:60:2 (server+0xe471d)

  Previous read of size 8 at 0x722c00000038 by thread T2 (mutexes: write M0):
    #0 call_hook src/notifier.c:34:10 (server+0xe5597)
    #1 notifier_send src/notifier.c:44:15 (server+0xe53a9)
    #2 worker src/server.c:40:2 (server+0xe478e)
STACK
reproduced "a race" "reproduced (exact) by a test of 3 calls" notifier race.txt
# The stack ends where gdb tells of the assertion, in a function that accesses nothing.
reproduced "an assertion without its caller" "reproduced (same functions) by a test of 3 calls" window \
	"$root/crash/gdb-assertion-lost.txt"
reproduced "whose function gdb tells" "crash at check (window.c:" window "$root/crash/gdb-assertion-lost.txt"
