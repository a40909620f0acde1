# SPDX-License-Identifier: Apache-2.0
"""Two result files of bench/evaluate beside each other: did a change make strategies find bugs sooner?"""

import json
import sys

from evaluation import stats, subjects
from evaluation.evidence import Evidence


def is_results(path):
    """Whether a file holds JSON lines of bench/evaluate."""
    try:
        with open(path, encoding="utf-8") as file:
            return "study" in json.loads(file.readline())
    except (OSError, ValueError):
        return False


def _load(path):
    try:
        with open(path, encoding="utf-8") as file:
            records = [json.loads(line) for line in file if line.endswith("}\n")]
    except (OSError, ValueError) as why:
        sys.exit(f"bench/compare: {path}: {why}")
    return Evidence(subjects.discover(), records)


def _head(name, evidence):
    first = evidence.records[0]
    print(f"{name}: commit {str(first['commit'])[:12]}, {first['machine']['cpu']}, {len(evidence.records)} records, "
          f"{first.get('date')}")


def _shown(times):
    median = times.median()
    return f"{times.found}/{times.runs} {'-' if median == float('inf') else f'{median:.0f}'}"


def compare(path_a, path_b):
    a, b = _load(path_a), _load(path_b)
    _head("A", a)
    _head("B", b)
    print("found and median executions to the published bug; p: Mann-Whitney over seeds\n")
    print(f"{'subject':28} {'configuration':26} {'A':>14} {'B':>14} {'p':>7}")
    for config in a.configs():
        medians = []
        for subject in a.subjects:
            x, y = a.times(subject, config), b.times(subject, config)
            if not x or not y or not (x.found or y.found):
                continue
            p = stats.mann_whitney(x.ranks(), y.ranks())
            sign = "" if p >= 0.05 else "  B sooner" if y.median() < x.median() else "  B later"
            print(f"{subject.name:28} {config.name:26} {_shown(x):>14} {_shown(y):>14} {p:7.3f}{sign}")
            medians.append((x.median(), y.median()))
        sooner, later = sum(y < x for x, y in medians), sum(y > x for x, y in medians)
        p = stats.sign_test(sooner, later)
        print(f"{'all':28} {config.name:26} B sooner on {sooner} subjects, later on {later}; sign test p={p:.3f}\n")
