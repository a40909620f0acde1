# SPDX-License-Identifier: Apache-2.0
"""How many schedules consuite enforces in a second of processor time, on a class with about 50 points."""

import json
import resource

from micro.measure import ROOT, Figure, amount, command, percent, table, verdict

SUBJECT = "static_bin_1d"
MARK = 100000   # in a second
PUBLISHED = 630  # executed in a second, on the largest class of the ConSuite paper


def _campaign(bench, executions):
    folder = ROOT / "bench" / "subjects" / SUBJECT
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = command([bench.heddle, "test", "--strategy", "consuite", "--executions", executions, "--json", "--quiet",
                    "--out", bench.room / "enforced", folder / f"{SUBJECT}.h", folder / f"{SUBJECT}.c"])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, json.loads(text)["coverage"]["schedules"]["points"]


def run(bench):
    n = 50000 if bench.quick else 200000
    _campaign(bench, 1000)  # builds the harness
    rates, points = [], 0
    for _ in range(bench.repetitions):
        short, _ = _campaign(bench, n // 4)
        long, points = _campaign(bench, n)
        rates.append(0.75 * n / (long - short))
    figure = Figure(rates)
    table("Schedules enforced by consuite, all oracles, processor time",
          ["class", "points", "in a second", "spread", "published", "100 k"],
          [[SUBJECT, points, amount(figure.median), percent(figure.spread), PUBLISHED, verdict(figure.median >= MARK)]])
    return {"subject": SUBJECT, "points": points, "schedules_per_second": figure.json(), "holds": figure.median >= MARK}
