# SPDX-License-Identifier: Apache-2.0
# A campaign says when more of it is unlikely to bring anything, if it measures what tells.
cp "$root"/e2e/test/lib.[ch] .
expect "saturated" 0 "coverage has not grown since execution" \
	"$heddle" test --measure access_patterns --executions 20000 --out saturated lib.h lib.c
expect "pairs of methods do not tell" 0 "^0$" \
	sh -c "'$heddle' test --strategy covcon --executions 20000 --out pairs lib.h lib.c | grep -c 'has not grown' || true"
expect "too short to tell" 0 "^0$" \
	sh -c "'$heddle' test --measure access_patterns --executions 500 --out short lib.h lib.c | grep -c 'has not grown' || true"
expect "by default, too" 0 "coverage has not grown since execution" \
	"$heddle" test --executions 40000 --out default lib.h lib.c
