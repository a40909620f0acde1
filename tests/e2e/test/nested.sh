# SPDX-License-Identifier: Apache-2.0
# Methods that methods call count as concurrent, too. Each try of a pair is two tests of one execution, one call in a
# thread: step and step run at the same time more often than that only because twice calls it.
cp "$root"/e2e/test/nested.[ch] .

"$heddle" test --strategy covcon --suffix-calls 1 --oracle crash --executions 3000 --quiet --out nested nested.h nested.c >log 2>&1
expect nested-pairs 0 '^gauge_step gauge_step True$' python3 -c "
import sqlite3
for a, b, tried, covered in sqlite3.connect('nested/campaign.db').execute('SELECT a, b, tried, covered FROM pairs'):
    print(a, b, tried > 100 and covered > 2 * tried)"
