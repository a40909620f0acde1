# SPDX-License-Identifier: Apache-2.0
"""TSA's four studies on programs shaped like its subjects: how many synchronization pairs are covered, how fast
coverage saturates, how precise the estimate is, and what rule 3 brings. rows() measures, show() prints the
paper's tables 2 to 5 with the published numbers beside ours, judge() says what must hold."""
import configparser
import dataclasses
import pathlib

from heddle import ROOT, build, mean, run

from evaluation import stats  # its path is known to heddle

STUDIES = ["coverage", "precision"]
NOISES = ["rnd-y", "rnd-s10", "rnd-s100"]
PROBABILITIES = [0.1, 0.2, 0.3, 0.4, 0.5]
STRICT = " --patience 0"  # the published rules in every execution
TSAS = ["tsa", "tsa-h", "tsa" + STRICT, "tsa-h" + STRICT]
VARIANTS = [(name, None) for name in TSAS] + [(n, p) for n in NOISES for p in PROBABILITIES]
MOST = 0.95  # of all pairs: for how fast most of them are covered
# Executions over which saturation is judged. The published window is 120 seconds, and TSA saturated after 120 to 494. With the
# default of 500 executions everybody is through long before the first window is over, and all would take 500.
WINDOW = 50
POINTS = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 400, 500]  # executions, for figure 4
TIMES = 24  # points in time, for figure 5


@dataclasses.dataclass
class Subject:
    name: str
    folder: pathlib.Path
    flags: list
    container: bool
    published: dict  # table1 ... table5, as in subject.ini


def subjects(only=""):
    for path in sorted((ROOT / "bench/subjects").glob("*/subject.ini")):
        ini = configparser.ConfigParser(interpolation=None)
        ini.optionxform = str
        ini.read(path)
        for name in ini.sections():
            if "table2" in ini[name] and only.lower() in name.lower():
                yield Subject(name, path.parent, ini[name]["flags"].split(),
                              ini["subject"].getboolean("container"),
                              {k: ini[name][k].split() for k in ini[name] if k.startswith("table")})


# ---- measuring -----------------------------------------------------------------------------

def pairs(result, kind):
    """The set of covered or estimated pairs."""
    place = lambda s: (s["file"], s["line"], s["column"])
    return {(place(p["first"]), place(p["second"])) for p in result["sync_pairs"] if p[kind]}


def measure(program, variant, seed, executions):
    """One repetition: a number of executions, or None: until coverage saturates."""
    (schedule, *options), probability = variant[0].split(), variant[1]
    options += ["--oracle", "crash,deadlock"]
    options += ["--probability", probability] if probability else []
    options += ["--executions", executions] if executions else ["--window", WINDOW]
    result = run(program, schedule, seed, *options)
    if result["findings"]:
        raise RuntimeError(f"{program}: {schedule} found {result['findings'][0]['kind']}")
    return {
        "covered": pairs(result, "covered"),
        "estimated": pairs(result, "estimated"),
        "executions": result["executions"],
        "seconds": result["seconds"] * result["processor_share"],
        "rules": result["sync_rules"],
        "growth": [(g["executions"], g["covered"], g["seconds"] * result["processor_share"])
                   for g in result["growth"] if g["metric"] == "sync_pairs"],
    }


def executions_to(measured, wanted):
    """Executions until so many pairs were covered; all of them if that never came."""
    return next((n for n, covered, _ in measured["growth"] if covered >= wanted), measured["executions"])


def covered_until(measured, field, limit):
    """Pairs covered after so many executions (field 0), or so much processor time (2)."""
    return max((g[1] for g in measured["growth"] if g[field] <= limit), default=0)


def curve(runs, field, points):
    """[(point, mean of what is covered then)...]"""
    return [(x, mean(covered_until(r, field, x) for r in runs)) for x in points]


def summary(subject, variant, until, runs, all_pairs, times):
    """times: of the points of figure 5."""
    schedule, probability = variant
    return {
        "study": "coverage", "subject": subject.name, "container": subject.container, "schedule": schedule,
        "probability": probability, "until": until, "repetitions": len(runs),
        "covered": mean(len(r["covered"]) for r in runs),
        "executions": mean(r["executions"] for r in runs),
        "seconds": mean(r["seconds"] for r in runs),
        "runs": {"covered": [len(r["covered"]) for r in runs], "executions": [r["executions"] for r in runs],
                 "seconds": [r["seconds"] for r in runs]},
        "curve": curve(runs, 2, times) if until == "saturation"
                 else curve(runs, 0, [n for n in POINTS if n <= runs[0]["executions"]]),
        "executions_to_last": mean(r["growth"][-1][0] for r in runs),
        "executions_to_most": mean(executions_to(r, MOST * len(all_pairs)) for r in runs),
        "rules": [sum(r["rules"][i] for r in runs) for i in range(4)],
    }


def precision(subject, program, estimate, covered, runs):
    estimated = runs[0]["estimated"]
    if estimate == "lockset":
        result = run(program, "tsa", 1, "--estimate", "lockset", "--executions", 1, "--oracle", "crash,deadlock")
        estimated = pairs(result, "estimated")
    return {"study": "precision", "subject": subject.name, "container": subject.container, "estimate": estimate,
            "lock_statements": len({place for pair in estimated | covered for place in pair}), "estimated": len(estimated), "covered": len(covered),
            "false_positives": len(estimated - covered), "false_negatives": len(covered - estimated)}


def rows(pool, work, executions=500, repetitions=30, only="", saturation=True):
    """Everything there is to know, one row per subject and variant (and per subject and kind of estimate)."""
    for subject in subjects(only):
        program = build([subject.folder / "main.c"], work / subject.name, *subject.flags)
        budgets = {"executions": executions, **({"saturation": None} if saturation else {})}
        futures = {(until, v): [pool.submit(measure, program, v, seed, budget) for seed in range(1, repetitions + 1)]
                   for until, budget in budgets.items() for v in VARIANTS}
        runs = {key: [f.result() for f in fs] for key, fs in futures.items()}
        everything = set().union(*(r["covered"] for rs in runs.values() for r in rs))
        end = mean(r["seconds"] for r in runs.get(("saturation", ("tsa", None)), ())) if saturation else 0
        times = [end * i / TIMES for i in range(TIMES + 1)]
        for (until, variant), measured in runs.items():
            yield summary(subject, variant, until, measured, everything, times)
        tsa = runs["executions", ("tsa", None)]
        covered = set().union(*(r["covered"] for r in tsa))
        for estimate in ("happens-before", "lockset"):
            yield precision(subject, program, estimate, covered, tsa)


# ---- showing -----------------------------------------------------------------------------------

class Results:
    """Rows, found by what they are about."""

    def __init__(self, rows, only=""):
        self.coverage = {(r["subject"], r["schedule"], r["probability"], r["until"]): r
                         for r in rows if r["study"] == "coverage"}
        self.precision = {(r["subject"], r["estimate"]): r for r in rows if r["study"] == "precision"}
        names = {key[0] for key in self.coverage}
        self.subjects = [s for s in subjects(only) if s.name in names]
        self.saturated = [s for s in self.subjects if (s.name, "tsa", None, "saturation") in self.coverage]

    def of(self, subject, schedule, probability=None, until="executions"):
        return self.coverage[subject.name, schedule, probability, until]

    def noise(self, subject, noise, until="executions"):
        return [self.of(subject, noise, p, until) for p in PROBABILITIES]


def line(name, who, cells, widths):
    print(f"{name:12} {who:14} " + " ".join(f"{c:>{w}}" for c, w in zip(cells, widths)))


def p_of(a, b, what):
    """Mann and Whitney's test of two rows over their repetitions."""
    p = stats.mann_whitney(a["runs"][what], b["runs"][what])
    return f"{p:.3f}" if p >= 0.001 else "<0.001"


def best_random(results, subject, noises=NOISES, until="executions"):
    """Of all probabilities of these techniques: what covers most."""
    return max((r for n in noises for r in results.noise(subject, n, until)), key=lambda r: r["covered"])


def table2(results):
    widths = [7] * 13
    print("\nTable 2: pairs covered after all executions; of each random technique the average, worst and best of "
          "five probabilities; strict: with --patience 0, the published rules in every execution; p: TSA and strict against the "
          "best of the 15 (Mann-Whitney over the repetitions)")
    line("", "", ["y avg", "min", "max", "s10 avg", "min", "max", "s100avg", "min", "max", "TSA", "strict", "p", "p"], widths)
    for s in results.subjects:
        cells = []
        for noise in NOISES:
            values = [r["covered"] for r in results.noise(s, noise)]
            cells += [mean(values), min(values), max(values)]
        own = [results.of(s, "tsa"), results.of(s, "tsa" + STRICT)]
        cells += [r["covered"] for r in own]
        line(s.name, "heddle", [f"{c:.1f}" for c in cells] + [p_of(r, best_random(results, s), "covered") for r in own], widths)
        line("", "published", s.published["table2"], widths)


def saturated(row):
    return f"{row['covered']:.1f}/{row['executions']:.0f}/{row['seconds']:.2f}"


def table3(results):
    widths = [20] * 5 + [8] * 3
    print(f"\nTable 3: at saturation (window of {WINDOW} executions); heddle: pairs/executions/processor seconds, published: pairs/seconds; random techniques "
          "with their best probability; strict as in table 2; p: TSA against the best of them, by pairs, executions and processor time")
    line("", "", ["RND-y", "RND-s10", "RND-s100", "TSA", "strict", "p pairs", "p exec.", "p time"], widths)
    for s in results.saturated:
        best = [best_random(results, s, [n], "saturation") for n in NOISES]
        own = [results.of(s, name, until="saturation") for name in ("tsa", "tsa" + STRICT)]
        other = max(best, key=lambda r: r["covered"])
        line(s.name, "heddle", [saturated(r) for r in best + own] + [p_of(own[0], other, what) for what in
                                                                    ("covered", "executions", "seconds")], widths)
        line("", "published", s.published["table3"], widths)


def table4(results):
    widths = [10] * 4
    print("\nTable 4: precision of the estimate, against all that any repetition of TSA covered; with happens-before "
          "and exactly as published (lockset)")
    line("", "", ["estimated", "covered", "false pos", "false neg"], widths)
    for s in results.subjects:
        for estimate in ("happens-before", "lockset"):
            r = results.precision[s.name, estimate]
            line(s.name if estimate == "happens-before" else "", estimate,
                 [r["estimated"], r["covered"], r["false_positives"], r["false_negatives"]], widths)
        line("", "published", s.published["table4"], widths)


def rule3_share(row):
    used = sum(row["rules"][1:])
    return 100 * row["rules"][3] / used if used else 0


def effort(row):
    return f"{row['executions_to_last']:.1f}/{row['executions_to_most']:.1f}"


def table5(results):
    widths = [20, 20, 9, 13, 13, 8, 8]
    print("\nTable 5: without and with the estimation-based heuristic (rule 3), strict, at saturation; heddle also: executions to "
          f"the last new pair/to {100 * MOST:.0f} % of all pairs; p by pairs and by executions")
    line("", "", ["TSA-h", "TSA", "% rule 3", "TSA-h", "TSA", "p pairs", "p exec."], widths)
    for s in results.saturated:
        tsa, without = (results.of(s, name + STRICT, until="saturation") for name in ("tsa", "tsa-h"))
        line(s.name, "heddle", [saturated(without), saturated(tsa), f"{rule3_share(tsa):.1f}", effort(without), effort(tsa),
                                p_of(tsa, without, "covered"), p_of(tsa, without, "executions")], widths)
        published = s.published["table5"]
        line("", "published", [published[0], s.published["table3"][3], published[1]], widths)


def show(rows):
    results = Results(rows)
    table2(results)
    if results.saturated:
        table3(results)
    table4(results)
    if results.saturated:
        table5(results)


# ---- what must hold --------------------------------------------------------------------------

def best_published(subject):
    """Of the random techniques: their maxima in table 2."""
    return max(float(subject.published["table2"][i]) for i in (2, 5, 8) if subject.published["table2"][i] != "-")


def against_random(results, schedule):
    """Whether a schedule is never behind the best of 15, and whether it is ahead on most."""
    n = len(results.subjects)
    own = [results.of(s, schedule)["covered"] for s in results.subjects]
    best = [best_random(results, s)["covered"] for s in results.subjects]
    published = [(float(s.published["table2"][9]), best_published(s)) for s in results.subjects]
    reached, more = (sum(test(a, b) for a, b in zip(own, best)) for test in (float.__ge__, float.__gt__))
    reached_there, more_there = (sum(test(a, b) for a, b in published) for test in (float.__ge__, float.__gt__))
    return [
        (f"{schedule} covers at least as many pairs as the best of 15 random variants: {reached} of {n} subjects "
         f"(published, TSA: {reached_there})", reached == n),
        (f"{schedule} covers strictly more: {more} of {n} subjects (published, TSA: {more_there})", 2 * more > n),
    ]


def against_tsa_h(results, how, until):
    """Whether tsa is ahead of tsa-h, strict or not: in pairs, and in executions to get them."""
    subjects_there = results.saturated if until == "saturation" else results.subjects
    tsa, tsa_h = ([results.of(s, name, until=until) for s in subjects_there] for name in ("tsa" + how, "tsa-h" + how))
    where = ("at saturation" if until == "saturation" else "after all executions") + (", strict" if how else "")
    pairs = [sum(r["covered"] for r in rows) for rows in (tsa, tsa_h)]
    last, most = ([mean(r[key] for r in rows) for rows in (tsa, tsa_h)] for key in ("executions_to_last", "executions_to_most"))
    reach = lambda r: (r["covered"], -r["executions_to_last"])
    ahead = sum(reach(a) > reach(b) for a, b in zip(tsa, tsa_h))
    return [
        (f"{where}, tsa and tsa-h cover {pairs[0]:.1f} and {pairs[1]:.1f} pairs, on all subjects together", pairs[0] > pairs[1]),
        (f"{where}, tsa is ahead of tsa-h (more pairs, or as many in fewer executions): {ahead} of {len(tsa)} subjects",
         2 * ahead > len(tsa)),
        (f"{where}, tsa and tsa-h needed {last[0]:.1f} and {last[1]:.1f} executions to the last new pair, {most[0]:.1f} and "
         f"{most[1]:.1f} to {100 * MOST:.0f} % of all", last[0] < last[1] and most[0] < most[1]),
    ]


def judge(rows):
    """Sentences with the numbers, each with whether it is as it must be."""
    results = Results(rows)
    close = [r for r in results.precision.values() if r["container"] and r["estimate"] == "happens-before"]
    near = sum(abs(r["estimated"] - r["covered"]) < 0.02 * r["covered"] for r in close)
    verdicts = against_random(results, "tsa") + against_random(results, "tsa" + STRICT)
    verdicts.append((f"the estimate differs by under 2 % from what is covered: {near} of {len(close)} container subjects",
                     near == len(close)))
    for until in ["executions"] + ["saturation"] * bool(results.saturated):
        verdicts += against_tsa_h(results, "", until) + against_tsa_h(results, STRICT, until)
    return verdicts
