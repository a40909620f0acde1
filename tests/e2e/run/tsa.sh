# SPDX-License-Identifier: Apache-2.0
# Synchronization pairs: counted, reported, stored; coverage that saturates ends the campaign.
pairs=$root/programs/correct/locks/two_blocks.c

expect tsa-covers-all 0 '10 of 10 synchronization pairs covered (10 estimated, 0 not covered, 0 not expected); coverage is saturated' \
	"$heddle" run --strategy tsa --out tsa "$pairs"
expect tsa-lockset 0 '10 of 10 synchronization pairs' "$heddle" run --strategy tsa --estimate lockset --out tsa "$pairs"
expect tsa-budget 0 'no violation in 7 executions' "$heddle" run --strategy tsa --executions 7 --out tsa "$pairs"
expect tsa-window 0 'no violation in 6[0-9] executions' "$heddle" run --strategy tsa-h --window 60 --out tsa "$pairs"
expect tsa-json 0 '"false_negatives": 0' "$heddle" run --strategy tsa --json --out tsa "$pairs"
expect tsa-jobs 0 '10 of 10 synchronization pairs' "$heddle" run --strategy tsa --jobs 2 --executions 500 --out tsa "$pairs"
for noise in rnd-y rnd-s10 rnd-s100; do
	expect tsa-$noise 0 'of 10 synchronization pairs' "$heddle" run --strategy $noise --probability 0.3 --out tsa "$pairs"
done
expect tsa-bad-probability 2 'wants P' "$heddle" run --strategy rnd-y --probability 7 --out tsa "$pairs"
expect tsa-bad-estimate 2 'happens-before|lockset' "$heddle" run --strategy tsa --estimate guess --out tsa "$pairs"
expect tsa-finds-deadlock 1 'deadlock' "$heddle" run --strategy tsa --out tsa "$root/programs/wrong/locks/ab_ba.c"
expect tsa-on-tests 0 'synchronization pairs covered' \
	"$heddle" test --strategy tsa --executions 2000 --out tsa "$root/classes/correct/blocking/channel.h" "$root/classes/correct/blocking/channel.c"
