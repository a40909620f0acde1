# SPDX-License-Identifier: Apache-2.0
# Formats for machines are what their specifications ask for, with and without findings, and
# whatever the texts hold.
cp "$root"/../examples/ring/ring.[ch] .
"$heddle" test -q --keep-going --executions 20000 --out found ring.h ring.c >/dev/null 2>&1
printf 'int main(void) { return 0; }\n' >fine.c
"$heddle" run -q --executions 10 --out clean fine.c >/dev/null 2>&1
for format in sarif junit; do
	for out in found clean; do
		"$heddle" report --format $format $out >$out.$format
	done
	expect "$format with findings" 0 "^valid$" python3 "$root/e2e/report/valid.py" $format found.$format 3
	expect "$format without findings" 0 "^valid$" python3 "$root/e2e/report/valid.py" $format clean.$format 0
done
# Texts of others, in every place that has one.
python3 - <<'END'
import json, pathlib, sqlite3
evil = ["</script><script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "a" * 10000, "new\nline\r\ttab \x1b[2J\x07", "]]> --> <![CDATA[",
        "&lt;&#0;", "\u202e\ufffe\ud7ff", "%00%2e%2e/../../etc"]
number = 0
def change(value, key=""):
    global number
    if isinstance(value, str) and key not in ("id", "dir", "hash", "schedule"):
        number += 1
        return evil[number % len(evil)]
    if isinstance(value, list):
        return [change(item, key) for item in value]
    if isinstance(value, dict):
        return {name: change(item, name) for name, item in value.items()}
    return value
for path in pathlib.Path("found/findings").glob("*/finding.json"):
    path.write_text(json.dumps(change(json.loads(path.read_text()))))
db = sqlite3.connect("found/campaign.db")
db.execute("update campaigns set strategy = ?, class = ?, command = ?", (evil[0], evil[1], evil[3]))
db.execute("update pairs set a = a || ?, class = ?", (evil[1], evil[0]))
db.execute("update learned set text = ?", (evil[0],))
db.execute("update contracts set class = ?, why = ?, problem = ?", (evil[0], evil[1], evil[3]))
db.execute("update coverage set metric = ? where metric = 'method_pairs'", (evil[1],))
db.commit()
END
for format in sarif junit; do
	"$heddle" report --format $format found >hostile.$format
	expect "$format with texts of others" 0 "^valid$" python3 "$root/e2e/report/valid.py" $format hostile.$format 3
done
"$heddle" report --format json found >hostile.json
expect "JSON with texts of others" 0 "^3$" python3 -c 'import json; print(len(json.load(open("hostile.json", encoding="utf-8"))["findings"]))'
"$heddle" report --format html found >hostile.html
expect "HTML with texts of others" 0 "^valid$" python3 -c 'import html.parser
allowed = {"html", "meta", "title", "style", "h1", "h2", "h3", "p", "div", "table", "tr", "th", "td", "a", "pre", "span", "details", "summary",
           "strong", "i", "br", "figure", "figcaption", "svg", "path", "title"}
class Reader(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        assert tag in allowed, tag
        for name, value in attributes:
            assert not name.startswith("on") and name not in ("src", "action"), name
            assert name != "href" or value.startswith("#"), value
        self.styles = getattr(self, "styles", 0) + (tag == "style")
reader = Reader()
reader.feed(open("hostile.html", encoding="utf-8").read())
assert reader.styles == 1
print("valid")'
for format in text md; do
	"$heddle" report --format $format found | tr -d '\n\t' >hostile.$format
	expect "$format without control characters" 0 "^0$" sh -c "LC_ALL=C tr -cd '\000-\037\177' <hostile.$format | wc -c"
done
