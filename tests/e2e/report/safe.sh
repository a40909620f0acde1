# SPDX-License-Identifier: Apache-2.0
# Names of files and texts of others reach the terminal and the page as text.
escape=$(printf '\033')
odd=$(printf 'odd \033]0;title\007<b>|`.c')
printf '#include <assert.h>\nint main(void) { assert(0); }\n' >"$odd"
"$heddle" run --out "my out" "$odd" >safe.txt 2>&1
expect "found" 0 "assertion in main" cat safe.txt
expect "no escape in the text" 1 "" grep -q "$escape" safe.txt
expect "nor in messages" 1 "" sh -c "'$heddle' run '$odd.c' 2>&1 | grep -q '$escape'"
for format in text md html junit; do
	expect "nor in $format" 1 "" sh -c "'$heddle' report --format $format 'my out' | grep -q '$escape'"
done
for format in text md sarif; do
	expect "the command in $format" 0 "heddle replay 'my out/findings/assertion" "$heddle" report --format $format "my out"
done
expect "the command in html" 0 "heddle replay 'my out/findings/assertion" "$heddle" report --format html "my out"
expect "the command works" 1 "replayed 1 of 1" sh -c "$(sed -n 's/^  replay   //p' safe.txt)"
expect "no tag of the name" 1 "" sh -c "'$heddle' report --format html 'my out' | grep -q 'title.*<b>'"
python3 -c 'import sqlite3
db = sqlite3.connect("my out/campaign.db")
db.execute("update campaigns set strategy = \"<script>\", reason = \"<script>\"")
db.execute("update findings set dir = \"../../../etc\"")
db.commit()'
expect "no tag of the database" 1 "" sh -c "'$heddle' report --format html 'my out' | grep -q '<script>'"
expect "no path of the database" 0 "my out/findings/etc" "$heddle" report "my out"
