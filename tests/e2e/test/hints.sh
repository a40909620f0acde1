# Hints files: what they change, and that mistakes are named with file and line.
cp "$root"/e2e/test/lib.[ch] .
cat >hints <<END
#!/bin/sh
# TEXT: lists the API of lib.h with these hints
printf "\$1" >hints.ini
exec "$heddle" test --list-api --hints hints.ini --out nowhere lib.h
END
chmod +x hints
expect "hints: no file" 2 "cannot read 'nothere.ini'" "$heddle" test --list-api --hints nothere.ini lib.h
expect "hints: unknown function" 2 "hints.ini:2: unknown function or class 'lib_pusj'; did you mean 'lib_push'" \
	./hints '[lib_pusj]\nweak = yes\n'
expect "hints: unknown key" 2 "hints.ini:3: unknown hint 'waek'; did you mean 'weak'" \
	./hints '; about lib\n[lib_push]\nwaek = yes\n'
expect "hints: unknown parameter" 2 "hints.ini:2: lib_push has no parameter 'valeu'; did you mean 'value'" \
	./hints '[lib_push]\nparam.valeu.range = 0..3\n'
expect "hints: unknown role" 2 "hints.ini:2: unknown role 'destrctor'; did you mean 'destructor'" \
	./hints '[lib_push]\nrole = destrctor\n'
expect "hints: unknown kind" 2 "hints.ini:2: unknown kind 'integer'" \
	./hints '[lib_push]\nparam.value.kind = integer\n'
expect "hints: bad range" 2 "hints.ini:2: param.value.range expects LOW..HIGH, not '3-4'" \
	./hints '[lib_push]\nparam.value.range = 3-4\n'
expect "hints: bad flag" 2 "hints.ini:2: weak expects yes or no, not 'maybe'" \
	./hints '[lib_push]\nweak = maybe\n'
expect "hints: of one function only" 2 "hints.ini:2: 'role' is a hint for single functions only" \
	./hints '[*]\nrole = method\n'
expect "hints: before a section" 2 "hints.ini:1: 'weak' appears before the first" ./hints 'weak = yes\n'
expect "hints: no key" 2 "hints.ini:2: expected" ./hints '[lib_push]\nnonsense\n'
expect "hints: unknown class" 2 "unknown class 'libb'; did you mean 'lib'" ./hints '[lib_push]\nclass = libb\n'
expect "hints: exclude" 0 "too slow (hints.ini:2)" ./hints '[lib_push]\nexclude = too slow\n'
expect "hints: not thread-safe" 0 "not thread-safe according to a hint (hints.ini:2)" \
	./hints '[lib_push]\nnot-thread-safe = yes\n'
expect "hints: role" 0 "observer    int lib_push" ./hints '[lib_push]\nrole = observer\n'
expect "hints: range" 0 "value: int from -1 to 7" ./hints '[lib_push]\nparam.value.range = -1 .. 0x7\n'
expect "hints: values" 0 "value: enum of 1, 2, 30" ./hints '[lib_push]\nparam.value.values = 1, 2,30\n'
expect "hints: by number" 0 "value: enum of 5" ./hints '[lib_push]\nparam.2.values = 5\n'
expect "hints: of a class" 0 "takes the object; may block; weak" ./hints '[lib]\nweak = yes\nblocking = yes\n'
expect "hints: of all" 0 "takes a const object; weak" ./hints '[*]\nweak = yes\n'
expect "hints in comments" 2 "comment.h:2: unknown hint 'wek'; did you mean 'weak'" sh -c \
	"printf '// @heddle wek\\nint comment(int x);\\n' >comment.h && '$heddle' test --list-api comment.h"
