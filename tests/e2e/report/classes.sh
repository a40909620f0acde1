# SPDX-License-Identifier: Apache-2.0
# The report says which classes were tested, and why the others were not.
cp "$root"/e2e/report/three.[ch] .
"$heddle" test -q --executions 500 --out three three.h three.c >/dev/null 2>&1
"$heddle" report --format html three | tr '\n' ' ' >page
"$heddle" report --format json three >report.json
expect "a class that was tested" 0 "" grep -q "<td class=code>box<td>yes<td>shared: box_put takes a lock" page
expect "a class that promises nothing" 0 "" grep -q "<td class=code>bare<td>no: if one object were shared, its calls would race on 1 variable" page
expect "a class that nobody makes" 0 "" grep -q "<td class=code>ghost<td>no: no function creates one" page
expect "the same for machines" 0 "^bare nothing 0, box shared 1, ghost unknown 0$" python3 -c "
import json
print(', '.join(sorted('%s %s %s' % (c['class'], c['contract'], c['tested']) for c in json.load(open('report.json'))['contracts'])))"
"$heddle" test -q --executions 500 --class box --out one three.h three.c >/dev/null 2>&1
expect "only what was asked for" 0 "^box$" python3 -c "
import sqlite3
print(*[row[0] for row in sqlite3.connect('one/campaign.db').execute('select class from contracts')])"
