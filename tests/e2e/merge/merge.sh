# SPDX-License-Identifier: Apache-2.0
# Output directories become one; what cannot be merged is named, and costs only itself.
mkdir merge && cd merge || exit 2
cp "$root"/classes/wrong/out-parameter/bag.[ch] .
for seed in 1 2; do
	"$heddle" test -q --keep-going --executions 1000 --seed $seed --out from-$seed bag.h bag.c >/dev/null 2>&1
done
cp -r from-1 other
"$heddle" run -q --out program "$root/programs/wrong/locks/ab_ba.c" >/dev/null 2>&1

expect "two become one" 0 "2 campaigns and 1 finding new; 1 known, 0 kept apart" "$heddle" merge into from-1 from-2
expect "the same again" 0 "0 campaigns and 0 findings new; 2 known" "$heddle" merge into from-1 from-2
expect "a program beside it" 0 "1 campaign and 1 finding new" "$heddle" merge into program
mkdir gone && mv from-1 from-2 program gone
for finding in into/findings/*/; do
	expect "what was merged replays" 1 "replayed 3 of 3" "$heddle" replay --times 3 "$finding"
done
expect "the report has all campaigns" 0 "into: 3 campaigns, 2 findings" "$heddle" report into

# What is damaged, foreign or of another format is left out, all the rest comes in.
mkdir foreign damaged empty
echo text >foreign/file
head -c 5000 /dev/urandom >damaged/campaign.db
: >empty/campaign.db
cp -r gone/from-1 no-finding && rm no-finding/findings/*/finding.json
cp -r gone/from-1 bad-schedule && echo rubbish >"$(echo bad-schedule/findings/*/schedule)"
cp -r gone/from-1 newer && python3 -c "
import sqlite3; db = sqlite3.connect('newer/campaign.db'); db.execute('PRAGMA user_version = 77'); db.commit()"
cp -r gone/from-1 torn && python3 -c "
data = bytearray(open('torn/campaign.db', 'rb').read()); data[4096:12288] = bytes(8192); open('torn/campaign.db', 'wb').write(data)"
for bad in foreign damaged empty no-finding bad-schedule newer torn nowhere into; do
	cp -r into before
	expect "$bad is named" 2 "'$bad' is not merged" "$heddle" merge into "$bad"
	expect "nothing of $bad is taken" 0 "into: 3 campaigns, 2 findings" "$heddle" report into
	expect "$bad changes nothing" 0 "" diff -r before into
	rm -rf before
done
expect "a directory that is refused stays as it is" 0 "" test ! -s empty/campaign.db
expect "the good among the bad" 2 "merged 1 directory into fresh: 1 campaign" "$heddle" merge fresh damaged gone/from-1 foreign
expect "a damaged result" 2 "damaged" "$heddle" merge damaged gone/from-1
expect "nothing to merge" 2 "at least one to merge" "$heddle" merge into

# A directory of an earlier format, which perhaps cannot be written: read, merged twice, and left as it is.
cp -r gone/from-1 earlier && python3 -c "
import sqlite3; db = sqlite3.connect('earlier/campaign.db')
db.executescript('DROP TABLE contracts; PRAGMA user_version = 4')"
cp -r earlier kept && chmod a-w earlier earlier/campaign.db
expect "a report of an earlier format" 0 "earlier: 1 campaign, 1 finding" "$heddle" report earlier
expect "an earlier format is merged" 0 "1 campaign and 1 finding new" "$heddle" merge old earlier
expect "an earlier format, merged again" 0 "0 campaigns and 0 findings new; 1 known" "$heddle" merge old earlier
expect "an earlier format stays as it is" 0 "" diff -r kept earlier
chmod u+w earlier

# Another version of the code: the same finding of it is kept beside.
sed -i '1i \\' bag.c
sed -i 's/^#include "bag.h"/#include "bag.h"\nint bag_version = 2;/' bag.c
"$heddle" test -q --keep-going --executions 1000 --out other-code bag.h bag.c >/dev/null 2>&1
rm -rf one && cp -r gone/from-1 one
python3 - one other-code <<'PYTHON'
# Lines may have moved: the finding gets the id of the old one.
import json, pathlib, sqlite3, sys
one, other = map(pathlib.Path, sys.argv[1:])
(wanted,) = [d.name for d in (one / "findings").iterdir() if (d / "finding.json").exists()]
(found,) = [d for d in (other / "findings").iterdir() if (d / "finding.json").exists()]
stored = json.loads((found / "finding.json").read_text())
stored.update(id=wanted, dir=f"findings/{wanted}")
(found / "finding.json").write_text(json.dumps(stored))
found.rename(found.with_name(wanted))
db = sqlite3.connect(other / "campaign.db")
db.execute("UPDATE findings SET id = ?, dir = ?", (wanted, f"findings/{wanted}"))
db.commit()
PYTHON
expect "another version of the code" 0 "another version of the code, and is kept apart as" "$heddle" merge versions one other-code
expect "both versions are there" 0 "versions: 2 campaigns, 2 findings" "$heddle" report versions
expect "both, merged again" 0 "0 findings new; 2 known, 0 kept apart" "$heddle" merge versions one other-code
expect "both, merged on" 0 "2 findings new; 0 known, 1 kept apart" "$heddle" merge further versions
mv other-code one gone
for finding in further/findings/*/; do
	expect "each version replays" 1 "replayed 1 of 1" "$heddle" replay "$finding"
done

patience=900 # its limit is one of processor time
expect "64 directories with 500 findings" 0 "merged 500 findings" python3 "$root/e2e/merge/many.py" "$heddle" gone/from-1
unset patience
cd ..
