# SPDX-License-Identifier: Apache-2.0
# bench/evaluate on one subject: results, going on after an interruption, the report, the comparison of two runs.
bench=$root/../bench
evaluate="env BUILD=$(dirname "$heddle") $bench/evaluate --only appender_attachable --seeds 2 --executions 2000 --time 60 --part bugs"

expect evaluate-statistics 0 '12 right' python3 "$root/e2e/bench/known_values.py"
expect evaluate-follows 0 '3 of 3 the same' env BUILD="$(dirname "$heddle")" python3 "$root/e2e/bench/followed.py"
expect evaluate-runs 0 'evaluation.md: 28 records' $evaluate --results a.jsonl --out a
expect evaluate-goes-on 0 'evaluation.md: 28 records' $evaluate --results a.jsonl --out a
expect evaluate-record 0 '"subject": "appender_attachable", "strategy": "auto", .*"found": true, "kind": "[a-z-]*"' cat a.jsonl
expect evaluate-report 0 '| appender_attachable .*2/2, .* | 20.9 s (100 %) |' cat a/evaluation.md
expect evaluate-command 0 'bench/evaluate --seeds 2 --time 60 --executions 2000 --only appender_attachable' cat a/evaluation.md
expect evaluate-summary 0 '^| MAPTest | is sooner than CovCon | .* | sooner : later [01] : [01] (.*) | not shown | 1.000 |' cat a/evaluation.md
expect evaluate-not-measured 0 '^| TSA | covers more at saturation | .* |  | not measured |  |' cat a/evaluation.md
expect evaluate-took 0 '^| bugs | 28 | [0-9]* [a-z]* |' cat a/evaluation.md
expect evaluate-left-out 0 'No results yet' cat a/evaluation.md
expect evaluate-figure 0 '<polyline' cat a/evaluation/found.svg
# The records beside the report are all that another machine needs to go on.
expect evaluate-published 0 'evaluation.md: 28 records' $evaluate --results c.jsonl --from a/evaluation/records.jsonl.xz --out c
expect evaluate-not-again 0 '^28$' sh -c 'sort a.jsonl c.jsonl | uniq -d | wc -l'
expect evaluate-no-records 1 'no none.xz' $evaluate --results d.jsonl --from none.xz
# The same seeds give the same results: no difference, whichever file comes first.
$evaluate --results b.jsonl --out b >/dev/null 2>&1
expect evaluate-compare 0 'B sooner on 0 subjects, later on 0; sign test p=1.000' "$bench/compare" a.jsonl b.jsonl
expect evaluate-no-file 1 'No such file' "$bench/compare" a.jsonl none.jsonl
