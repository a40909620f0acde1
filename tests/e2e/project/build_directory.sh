# SPDX-License-Identifier: Apache-2.0
# Projects that have a build already: flags and sources come from compile_commands.json.
cp -r "$root/e2e/project/sample" sample
cd sample || exit 2
cmake -B by-cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >cmake.txt 2>&1
meson setup by-meson >meson.txt 2>&1
for build in by-cmake by-meson; do
	# Meson makes generated headers when it builds, CMake here when it is configured.
	if [ $build = by-meson ]; then
		expect "a generated header that is not there yet" 2 "limits_generated.h' file not found" \
			"$heddle" test -p $build --out out-$build include/ledger.h
		ninja -C $build >ninja.txt 2>&1
	fi
	expect "$build" 1 "not-linearizable" "$heddle" test -p $build --out out-$build include/ledger.h
	expect "$build: the sources" 0 "sources of $build: util/guard.c core/ledger.c core/table.c$" \
		sh -c "'$heddle' test -p $build --executions 1 --out once include/ledger.h 2>&1"
	expect "$build: by the path of the database" 1 "not-linearizable" \
		"$heddle" test -q -p $build/compile_commands.json --out out-$build include/ledger.h
	expect "$build: replayed" 1 "replayed 1 of 1" sh -c "'$heddle' replay -q out-$build/findings/*"
	rm -rf out-$build/build out-$build/findings/*/harness
	expect "$build: rebuilt and replayed" 1 "replayed 1 of 1" sh -c "'$heddle' replay -q out-$build/findings/*"
	expect "$build: checked" 1 "with the stored trace" "$heddle" check out-$build
	expect "$build: no path of this machine" 1 "" grep -r "$work" out-$build/findings --include=*.json --include=*.c \
		--include=*.txt --include=schedule
	command=$(sed -n 's,^//   \(heddle run --replay .*\),\1,p' out-$build/findings/*/test.c)
	expect "$build: the printed test" 1 "assertion .* after 1 execution" env PATH="$(dirname "$heddle"):$PATH" sh -c "$command"
	command=$(sed -n 's,^//   \(cc .*\),\1,p' out-$build/findings/*/test.c)
	expect "$build: it compiles without heddle" 0 "" sh -c "$command -o stress"
	expect "$build: from elsewhere" 1 "not-linearizable" sh -c "cd / && '$heddle' test -q -p '$PWD/$build' --out '$PWD/far' '$PWD/include/ledger.h'"
done
expect "one more source" 1 "not-linearizable" "$heddle" test -q -p by-cmake --out out-more include/ledger.h core/table.c
expect "a header that nothing defines" 2 "no source of 'by-cmake' defines" \
	sh -c "echo 'typedef struct lost lost; lost *lost_new(void); int lost_a(lost *l); void lost_free(lost *l);' >lost.h && '$heddle' test -p by-cmake lost.h"
expect "no build directory" 2 "no compile_commands.json in 'include'" "$heddle" test -p include include/ledger.h
mkdir -p damaged && echo '[{' >damaged/compile_commands.json
expect "a damaged database" 2 "is damaged\|names no C sources" "$heddle" test -p damaged include/ledger.h
printf '#include "ledger.h"\nint main(void) { ledger_free(ledger_new()); return 0; }\n' >program.c
expect "a program" 0 "no violation" "$heddle" run -q --executions 10 -p by-cmake program.c
cd ..

# A header that needs others before it, and symbols that are elsewhere.
mkdir needs
printf 'struct box *box_new(uint32_t n);\nuint32_t box_get(struct box *b);\nvoid box_free(struct box *b);\n' >needs/box.h
printf '#include <stdint.h>\n#include <stdlib.h>\n#include "kind.h"\n#include "box.h"\nstruct box { KIND n; };
struct box *box_new(uint32_t n) { struct box *b = malloc(sizeof(*b)); if (b) b->n = helper(n); return b; }
uint32_t box_get(struct box *b) { return b->n; }\nvoid box_free(struct box *b) { free(b); }\n' >needs/box.c
printf '#define KIND uint32_t\nuint32_t helper(uint32_t n);\n' >needs/kind.h
printf '#include <stdint.h>\nuint32_t helper(uint32_t n) { return n; }\n' >needs/helper.c
expect "read after what its source includes" 0 "what needs/box.c includes before it" \
	"$heddle" test --executions 10 needs/box.h needs/box.c needs/helper.c
expect "the source that is missing" 2 "'helper' is defined in needs/helper.c: give that, too" "$heddle" test needs/box.h needs/box.c
printf '#include <zlib.h>\nint main(void) { return zlibVersion() == 0; }\n' >zip.c
if [ -e /usr/include/zlib.h ]; then
	expect "the library that is missing" 2 "'zlibVersion' is defined in library z: add -lz, or --pkg zlib\|add -lz" "$heddle" run zip.c
	expect "by --pkg" 0 "no violation" "$heddle" run -q --executions 5 --pkg zlib zip.c
fi
printf 'int nowhere_at_all(void);\nint main(void) { return nowhere_at_all(); }\n' >nowhere.c
expect "nobody has it" 2 "'nowhere_at_all' is defined in no source or library" "$heddle" run nowhere.c
expect "no such package" 2 "no-such-package" "$heddle" run --pkg no-such-package zip.c

# Interrupted while it builds: an object all the same, and nothing left.
printf '#!/bin/sh\ncase "$*" in *--version*) echo "clang version 19.1"; exit;; esac\ntouch at-it\nexec sleep 97.7613\n' >slow
chmod +x slow
cat >cut-off <<'END'
rm -f at-it
"$@" >cut-off.json & pid=$!
while ! [ -e at-it ]; do kill -0 $pid || exit 99; sleep 0.02; done
kill -INT $pid
wait $pid
END
expect "interrupted, as JSON" 3 "interrupted" env HEDDLE_CLANG="$work/slow" sh cut-off "$heddle" test --json --out cut needs/box.h needs/box.c
expect "a valid object" 0 "interrupted" python3 -c 'import json; print(json.load(open("cut-off.json"))["coverage"]["reason"])'
expect "interrupted, a program" 3 "interrupted" env HEDDLE_CLANG="$work/slow" sh cut-off "$heddle" run --json --out cut nowhere.c
expect "a valid object, too" 0 "interrupted" python3 -c 'import json; print(json.load(open("cut-off.json"))["coverage"]["reason"])'
expect "nothing is left" 1 "" test -e cut
