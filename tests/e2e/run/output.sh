# SPDX-License-Identifier: Apache-2.0
# Standard input and output in every state.
printf '#include <assert.h>\nint main(void) { assert(0); }\n' >asserts.c
expect "something to replay" 1 "assertion in main" "$heddle" run -q --out closed asserts.c
for how in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
	expect "replay $how" 1 "" sh -c "'$heddle' replay -q closed/findings/* $how"
	expect "run $how" 1 "" sh -c "'$heddle' run -q --out closed asserts.c $how"
done
