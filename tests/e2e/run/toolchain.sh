# SPDX-License-Identifier: Apache-2.0
# What is missing or cannot be written is said, by name.
echo 'int main(void) { return 0; }' >fine.c
mkdir -p bin
printf '#!/bin/sh\necho "clang version 18.1.0"\n' >bin/clang-18
printf '#!/bin/sh\necho "gcc (GCC) 14"\n' >bin/gcc
chmod +x bin/*
expect "no such clang" 2 "HEDDLE_CLANG does not name a program" env HEDDLE_CLANG=nothing "$heddle" run fine.c
expect "another version of clang" 2 "must be clang 19, but .*bin/clang-18. reports: clang version 18" \
	env HEDDLE_CLANG="$work/bin/clang-18" "$heddle" run fine.c
expect "another compiler" 2 "must be clang 19" env HEDDLE_CLANG="$work/bin/gcc" "$heddle" run fine.c
echo 'int there(void); int main(void) { return there(); }' >unlinked.c
expect "does not link" 2 "undefined reference to .there" "$heddle" run unlinked.c
expect "no linker" 2 "does not link" env PATH=/nothing HEDDLE_CLANG="$(command -v clang-19)" "$heddle" run \
	--cflags "-fuse-ld=$work/nothing" fine.c
printf '#!/bin/sh\ncase "$*" in *--version*) echo "clang version 19.1"; exit;; esac\nkill -9 $$\n' >bin/killed
chmod +x bin/killed
expect "a compiler that is killed" 2 "compiler was killed by signal 9" env HEDDLE_CLANG="$work/bin/killed" "$heddle" run fine.c
touch file
expect "the output directory is a file" 2 "cannot create directory 'file" "$heddle" run --out file fine.c
expect "one that cannot be written" 2 "cannot create directory '/proc/heddle" "$heddle" run --out /proc/heddle fine.c
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
	expect "a full disk" 2 "No space left on device\|cannot write\|does not" unshare -m sh -c "mkdir -p full &&
		mount -t tmpfs -o size=256k none full && '$heddle' run --out full fine.c"
fi
mkfifo pipe.c pipe.h
expect "a FIFO as source" 2 "not a regular file" "$heddle" run pipe.c
expect "a FIFO as header" 2 "not a regular file" "$heddle" test pipe.h fine.c
expect "a FIFO as hints" 2 "not a regular file" "$heddle" test --hints pipe.h "$root/e2e/test/counter.h" "$root/e2e/test/counter.c"
expect "a FIFO as schedule" 2 "not a regular file" "$heddle" run --replay pipe.h fine.c
