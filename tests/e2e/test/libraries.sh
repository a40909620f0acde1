# SPDX-License-Identifier: Apache-2.0
# Code under test in libraries, given as files or by -L and -l.
mkdir -p 's,u b'
cp "$root"/../examples/stack/stack.[ch] .
"$heddle" cc -shared -fPIC stack.c -o libshared.so && cp libshared.so 's,u b/libother.so'
"$heddle" cc -c stack.c -o stack.o && ar rc 's,u b/libarchive.a' stack.o
found="null-dereference in stack_pop() at stack.c:73"
expect "a shared object" 1 "$found" "$heddle" test -q stack.h libshared.so
expect "a shared object by -l" 1 "$found" "$heddle" test -q stack.h -L's,u b' -lother
expect "an archive by -l" 1 "$found" "$heddle" test -q --out by-l stack.h -L's,u b' -larchive
expect "an archive by -l:" 1 "$found" "$heddle" test -q stack.h -L 's,u b' -l:libarchive.a
# Nothing is ever popped: the bug is gone, and so must be the harness.
sed -i 's/bool empty = .*/bool empty = true;/' stack.c
"$heddle" cc -c stack.c -o stack.o && ar rc 's,u b/libarchive.a' stack.o
expect "an archive that has changed" 0 "no violation" \
	"$heddle" test -q --executions 500 --out by-l stack.h -L's,u b' -larchive
