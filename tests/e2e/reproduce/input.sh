# SPDX-License-Identifier: Apache-2.0
# heddle reproduce: usage, and stacks that cannot be used.
cp "$root"/e2e/reproduce/lib.h "$root"/e2e/reproduce/lib.c .
# refused NAME TEXT ARGUMENT...
refused() {
	name=$1 text=$2
	shift 2
	expect "$name" 2 "$text" "$heddle" reproduce --out out "$@" lib.h lib.c
}
printf '#0 0x1 in value_of () at lib.c:62\n#1 0x2 in lib_first () at lib.c:70\n' >good.txt
refused "without a stack" "give the crash: either --stack FILE"
refused "with two" "give the crash: either --stack FILE" --stack good.txt --core core
refused "a core without its executable" "needs the executable" --core core
refused "no such file" "nowhere" --stack nowhere
: >empty.txt
refused "an empty file" "empty.txt" --stack empty.txt
head -c 100000 /dev/urandom >binary.txt
refused "a binary file" "binary.txt" --stack binary.txt
yes 'nothing of interest' | head -c 3000000 >long.txt
refused "megabytes of something else" "long.txt" --stack long.txt
printf '#0 0x1 in other () at other.c:1\n#1 0x2 in main () at main.c:2\n' >other.txt
refused "the stack of another program" "is it the stack of another program" --stack other.txt
printf '#0 0x1 in value_of () at else.c:62\n#1 0x2 in lib_first () at else.c:70\n' >elsewhere.txt
refused "functions of the same names in other files" "is it the stack of another program" --stack elsewhere.txt
refused "what to do about it" "If not, --exe FILE finds functions" --stack other.txt
expect "and when it was done" 2 "If not, whatever printed it lost frames that a core file has" "$heddle" reproduce --out out --stack other.txt --exe /bin/true lib.h lib.c
printf '#0 0x1 in value_of () at lib.c:62\n#2 0x3 in main () at main.c:1\n#1 0x2 in lib_first () at lib.c:70\n' >unordered.txt
refused "frames out of order" "unordered.txt.*frames are missing or out of order" --stack unordered.txt
printf '#3 0x1 in value_of () at lib.c:62\n#4 0x2 in lib_first () at lib.c:70\n' >beheaded.txt
refused "without its first frames" "beheaded.txt.*the innermost frames are missing" --stack beheaded.txt
printf '#0  0x00007ffff7d2dfb2 in __GI_raise (sig=sig@entry=6) at ../sysdeps/posix/raise.c:26\n#1  0x00007ffff7d1' >cut.txt
refused "cut off in the middle of a frame" "cut.txt" --stack cut.txt
printf '#0  0x0000000000000001 in value_of (i=0x0) at lib.c:62\n#1  0x0000000000000002 in lib_first (l=0x5) at lib.' >cut2.txt
expect "cut off behind what matters" 1 "reproduced (same functions)" "$heddle" reproduce --out out --stack cut2.txt lib.h lib.c
refused "an unknown format" "no-such" --stack good.txt --format no-such
refused "the wrong format" "good.txt" --stack good.txt --format valgrind
refused "an unknown pruning" "did you mean 'stack'" --stack good.txt --prune stck
refused "an empty list" "unknown pruning strategy" --stack good.txt --prune ""
expect "no files" 2 "no files given.*see heddle reproduce --help" "$heddle" reproduce --stack good.txt
expect "no header" 2 "header" "$heddle" reproduce --stack good.txt lib.c
expect "help" 0 "interleave: locks keep the two calls apart" "$heddle" reproduce --help
expect "in the overview" 0 "reproduce" "$heddle" --help
refused "an option of test" "unknown option" --stack good.txt --strategy auto
expect "the good one" 1 "reproduced (exact)" "$heddle" reproduce --out out --stack good.txt lib.h lib.c
expect "nothing is left of it" 0 "^build campaign.db findings $" sh -c "ls out | tr '\n' ' '"
