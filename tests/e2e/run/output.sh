# SPDX-License-Identifier: Apache-2.0
# Standard input and output in every state.
printf '#include <assert.h>\nint main(void) { assert(0); }\n' >asserts.c
expect "something to replay" 1 "assertion in main" "$heddle" run -q --out closed asserts.c
for how in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
	expect "replay $how" 1 "" sh -c "'$heddle' replay -q closed/findings/* $how"
	expect "run $how" 1 "" sh -c "'$heddle' run -q --out closed asserts.c $how"
done
for format in text json md junit sarif html; do
	expect "report $format to a full disk" 3 "cannot write" \
		sh -c "'$heddle' report closed --format $format >/dev/full"
done
expect "replay to a full disk" 3 "cannot write" sh -c "'$heddle' replay closed/findings/* >/dev/full"
expect "run to a full disk" 3 "cannot write" sh -c "'$heddle' run --out closed asserts.c >/dev/full"
expect "run --json to a full disk" 3 "cannot write" \
	sh -c "'$heddle' run --json --out closed asserts.c >/dev/full"
