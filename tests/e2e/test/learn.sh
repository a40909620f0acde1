# SPDX-License-Identifier: Apache-2.0
# What trials teach does not depend on the seed: that span_get may not have NULL for one
# of its out-parameters says nothing about the other.
span=$root/classes/wrong/out-parameter/span
for seed in 1 2 3 4 5 6; do
	expect "two out-parameters, seed $seed" 1 "not-linearizable" \
		"$heddle" test --executions 20000 --seed "$seed" "$span.h" "$span.c"
done
expect "what two out-parameters take" 0 "low never NULL; high never NULL" "$heddle" test --list-api "$span.h" "$span.c"
