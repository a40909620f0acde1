# SPDX-License-Identifier: Apache-2.0
"""How the kinds of figures of tables.py are drawn: each makes SVG of evidence, or None without data."""

import collections
import statistics

from evaluation import stats, svg
from evaluation.campaigns import Config, first


def cumulative(evidence, _):
    """Share of runs with the bug found, over executions, one curve per configuration."""
    series = {}
    limit = max((r["executions_limit"] for r in evidence.records if r["study"] == "bugs"), default=1)
    for config in evidence.configs():
        runs = [r for s in evidence.subjects for r in evidence.runs(s, config)]
        hits = sorted(r["executions_to_find"] for r in runs if r["found"])
        curve = [(1, 0.0)]
        for i, at in enumerate(hits):
            curve += [(at, curve[-1][1]), (at, 100 * (i + 1) / len(runs))]
        series[config.name] = [*curve, (limit, curve[-1][1])]
    return series and svg.lines("Runs that have found the published bug", "executions", "runs (%)", series,
                                y_range=(0, 100))


def curves(evidence, what):
    """Coverage of one subject over executions: mean and confidence interval, one curve per strategy."""
    subject = evidence.by_name.get(what["subject"])
    series = {}
    for strategy in what["strategies"] if subject else ():
        points, total = evidence.curve(what["study"], subject, strategy, what["metric"])
        if points:
            series[strategy] = [(n, *(100 * x / total for x in stats.mean_interval(values))) for n, values in points]
    return series and svg.lines(f"{what['subject']}: pairs of functions covered", "executions", "covered (%)", series,
                                y_range=(0, 100))


def all_curves(evidence, what):
    """Mean coverage over executions, one curve per subject, of what its longest run covers."""
    series = {}
    for subject in evidence.subjects:
        points, _ = evidence.curve(what["study"], subject, what["strategy"], what["metric"])
        most = max((max(values) for _, values in points), default=0)
        if most:
            series[subject.name] = [(n, 100 * statistics.mean(values) / most) for n, values in points]
    return series and svg.lines("memory-access patterns covered by maptest", "executions", "covered (%)", series,
                                y_range=(0, 100))


def work(evidence, what):
    """What the code under test was run for."""
    names, tests, orders = [], [], []
    for subject in evidence.subjects:
        runs = [r for r in evidence.runs(subject, what["config"]) if r.get("executions")]
        if runs and "covcon" in subject.papers:
            shares = [100 * r["executions"] / (r["executions"] + (r["linearizations"] or 0)) for r in runs]
            names.append(subject.name)
            tests.append(statistics.mean(shares))
            orders.append(100 - tests[-1])
    return names and svg.stacked_bars("Runs of the code under test, covcon", "share (%)", names,
                                      {"concurrent executions": tests, "sequential orders (oracle)": orders})


def patterns(evidence, _):
    """Which pattern the executions that showed the bug were aimed at, of all runs of maptest that found it."""
    types = collections.Counter()
    for subject in evidence.subjects:
        for run in evidence.runs(subject, Config("maptest")):
            bug = first(run.get("findings", []), subject.is_published)
            if bug and bug["pattern"]:
                types[bug["pattern"]] += 1
    shares = {t: 100 * n / types.total() for t, n in types.most_common()}
    return shares and svg.stacked_bars("Patterns with which maptest found the published bugs", "findings (%)",
                                       [f"pattern {t}" for t in shares], {"here": list(shares.values())})


DRAW = {f.__name__: f for f in (cumulative, curves, all_curves, work, patterns)}
