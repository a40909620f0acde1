# SPDX-License-Identifier: Apache-2.0
# A lock-free stack with an ABA bug: it shows only where an address comes back, and then it replays.
pile="$root/e2e/test/reuse/pile"
expect "blocks that are never reused hide it" 0 '' "$heddle" test --quiet --seed 3 --heap fresh --executions 20000 --out reuse \
	"$pile.h" "$pile.c"
expect "reused blocks show it" 1 'use-after-free in pile_' "$heddle" test --seed 3 --heap reuse --executions 20000 --out reuse \
	"$pile.h" "$pile.c"
expect "the schedule says so" 0 '^reuse [12]$' cat reuse/findings/*/schedule
expect "and it replays" 1 'replayed 3 of 3 times' "$heddle" replay --times 3 reuse/findings/*
rm -rf reuse
