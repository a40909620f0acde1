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


def phases(evidence, _):
    """Where the time of a campaign goes."""
    runs = [(s.name, evidence.shares_of_time(s)) for s in evidence.subjects]
    runs = [(name, shares) for name, shares in runs if shares]
    layers = {kind: [100 * shares[kind] for _, shares in runs] for kind in runs[0][1]} if runs else {}
    return layers and svg.stacked_bars("Time of a campaign of covcon", "time (%)", [name for name, _ in runs], layers)


def difference(evidence, what):
    """What one strategy covers more than another, over executions, of what the longest run of the first covers."""
    series = {}
    for subject in evidence.subjects:
        ours, theirs = (dict(evidence.curve(what["study"], subject, s, what["metric"])[0]) for s in what["strategies"])
        most = max((max(values) for values in ours.values()), default=0)
        both = sorted(set(ours) & set(theirs))
        if most and both:
            series[subject.name] = [(n, 100 * (statistics.mean(ours[n]) - statistics.mean(theirs[n])) / most) for n in both]
    return series and svg.lines("patterns: {} minus {}".format(*what["strategies"]), "executions", "difference (%)", series)


def patterns(evidence, _):
    """Which pattern the executions that showed the bug were aimed at, of all runs of maptest that found it."""
    types = collections.Counter()
    for subject in evidence.subjects:
        for run in evidence.runs(subject, Config("maptest")):
            bug = first(run.get("findings", []), subject.is_published)
            if bug and bug.get("aimed"):
                types[bug["aimed"]] += 1
    shares = {t: 100 * n / types.total() for t, n in types.most_common()}
    return shares and svg.stacked_bars("Patterns with which maptest found the published bugs", "findings (%)",
                                       [f"pattern {t}" for t in shares], {"here": list(shares.values())})


DRAW = {f.__name__: f for f in (cumulative, curves, all_curves, difference, phases, patterns)}
