# SPDX-License-Identifier: Apache-2.0
# More than one hints file, and headers that declare nothing.
cp "$root"/e2e/test/lib.[ch] .
printf '[lib_push]\nexclude = too slow\n' >first.ini
printf '[lib_count]\nexclude = too fast\n' >second.ini
expect "hints of the first file" 0 "too slow (first.ini:2)" \
	"$heddle" test --list-api --hints first.ini --hints second.ini --out nowhere lib.h
expect "hints of the second file" 0 "too fast (second.ini:2)" \
	"$heddle" test --list-api --hints first.ini --hints second.ini --out nowhere lib.h
: >empty.h
expect "an empty header" 0 "declare no classes and no functions" "$heddle" test --list-api --out nowhere empty.h
