# SPDX-License-Identifier: Apache-2.0
"""The papers' tables and figures, and the claims that are checked: descriptions, no program.

A table is a list of columns, a column a heading and a cell for a subject. Cells are made by the small
functions on top. A column, table, figure or claim whose strategy this heddle does not have is left out
by report.py, which says so.
"""

from dataclasses import dataclass, field

from evaluation import stats
from evaluation.campaigns import Config

COVCON, RANDOM, ONCE, NAIVE, AUTO = (Config(s) for s in ("covcon", "random", "random-once", "naive", "auto"))
MAPTEST, MAPTEST_RANDOM, MAPTEST_VARIABLE = Config("maptest"), Config("maptest-random"), Config("maptest-variable")
CONSUITE = Config("consuite")
USER = Config("auto", everything=True)
PAIRS, PATTERNS = "method_pairs", "access_patterns"
DAGGER = "†"  # the published tools' oracle does not see the bug


def under_os(config):
    return Config(config.strategy, "os")


# ---- cells ---------------------------------------------------------------------------

@dataclass(frozen=True)
class Column:
    heading: str
    cell: object               # (evidence, subject) -> text
    needs: tuple = ()          # strategies


def amount(value):
    if value == float("inf"):
        return "-"
    return f"{value:.0f}" if value >= 10 or value == int(value) else f"{value:.2g}"


def published(heading, key, unit=""):
    def cell(_, subject):
        value = subject.published.get(key, "-")
        return value if value == "-" else value + unit
    return Column(heading, cell)


def about(heading, value):
    return Column(heading, lambda _, subject: str(value(subject)))


def bug(heading, config, violation=False):
    """found/runs, median executions, median processor seconds."""
    def cell(evidence, subject):
        times = evidence.times(subject, config, violation)
        if not times:
            return ""
        if times.found == 0:
            return f"0/{times.runs}"
        median = times.median()
        if median == float("inf"):
            return f"{times.found}/{times.runs}, > budget"
        return f"{times.found}/{times.runs}, {amount(median)}, {times.median_seconds():.2g} s"
    return Column(heading, cell, (config.strategy,))


def p_value(heading, a, b):
    """Which of two needs fewer executions, and the p-value of Mann and Whitney's test."""
    def cell(evidence, subject):
        x, y = evidence.times(subject, a), evidence.times(subject, b)
        if not x or not y or not (x.found or y.found):
            return ""
        p = stats.mann_whitney(x.ranks(), y.ranks())
        sign = "=" if x.median() == y.median() else "<" if x.median() < y.median() else ">"
        return f"{sign} p={p:.3f}" if p >= 0.001 else f"{sign} p<0.001"
    return Column(heading, cell, (a.strategy, b.strategy))


def tau(heading, strategy, metric):
    def cell(evidence, subject):
        xs, ys = evidence.correlation(subject, strategy, metric)
        if not xs:
            return ""
        value = stats.tau_b(xs, ys)
        return "-" if value is None else f"{value:.2f}"
    return Column(heading, cell, (strategy,))


def most(heading, strategy, metric):
    """The most that any run of the correlation study covered; metric None: distinct bugs."""
    def cell(evidence, subject):
        xs, ys = evidence.correlation(subject, strategy, metric or PAIRS)
        return str(max(ys if metric is None else xs)) if xs else ""
    return Column(heading, cell, (strategy,))


def instead(heading, tool):
    def cell(evidence, subject):
        r = evidence.instead(subject, tool)
        if not r or "error" in r:
            return r["error"] if r else ""
        return f"{r['told']}, {r['seconds_to_find']:.2g} s" if r["found"] else f"nothing in {r['time_limit']:g} s"
    return Column(heading, cell)


def finding_kind(heading):
    def cell(evidence, subject):
        r = evidence.instead(subject, "native")
        return r["kind"] if r else ""
    return Column(heading, cell)


# ---- tables --------------------------------------------------------------------------

@dataclass(frozen=True)
class Table:
    title: str
    text: str
    columns: list
    rows: object = lambda evidence, subject: True
    summary: object = lambda evidence: ""   # a sentence under the table


def of_paper(name):
    return lambda evidence, subject: name in subject.papers


COVCON_2 = Table(
    "Table II: time to the bug",
    "Ours: found in n of the seeds, median executions, median seconds of processor time. Published: seconds, mean of ten runs, "
    "3600 is a timeout of all of them, - a class that the tool could not run.",
    [about("subject", lambda s: s.name + DAGGER * s.needs_other_oracle),
     published("LoC, published", "covcon.loc"), published("methods, published", "covcon.methods"),
     about("functions", lambda s: s.methods), published("bug", "covcon.kind"),
     bug("covcon", COVCON), bug("random", RANDOM), bug("random-once", ONCE), bug("naive", NAIVE), bug("auto", AUTO),
     published("CovCon, published", "covcon.time_covcon", " s"),
     published("ConTeGe (random), published", "covcon.time_contege", " s"),
     published("Nainom, published", "covcon.time_nainom", " s"),
     published("AutoConTest, published", "covcon.time_autocontest", " s")],
    of_paper("covcon"), lambda evidence: other_oracles(evidence, "covcon"))

COVCON_2_OS = Table(
    "Table II under the schedule `os`",
    "The published tools ran on the scheduler of a Java VM, where a thread is seldom interrupted. `os` gives threads long "
    "random quanta, which is the nearest to that. The comparison of covcon with random (executions, Mann-Whitney) is made "
    "under both schedulers.",
    [about("subject", lambda s: s.name),
     bug("covcon", under_os(COVCON)), bug("random", under_os(RANDOM)), bug("random-once", under_os(ONCE)), bug("naive", under_os(NAIVE)),
     p_value("covcon : random under os", under_os(COVCON), under_os(RANDOM)),
     p_value("covcon : random, default scheduler", COVCON, RANDOM),
     p_value("covcon : random-once, default scheduler", COVCON, ONCE),
     p_value("covcon : naive, default scheduler", COVCON, NAIVE)],
    of_paper("covcon"))

FIRST_VIOLATION = Table(
    "The first violation",
    "The published tools stop at the first exception or deadlock that no sequential order explains, whichever it is. "
    "So counted (any finding of a kind that the subject lists), the same runs give:",
    [about("subject", lambda s: s.name), bug("covcon", COVCON, True), bug("random", RANDOM, True),
     bug("random-once", ONCE, True), bug("naive", NAIVE, True), bug("maptest", MAPTEST, True), bug("auto", AUTO, True)],
    lambda evidence, subject: bool(subject.kinds))

MAPTEST_3 = Table(
    "Table III: MAPTest, CovCon, MAPTest-Random",
    "Ours as in table II. Published: seconds, mean of ten runs of at most an hour (share of runs that found the bug).",
    [published("id", "maptest.id"), about("subject", lambda s: s.name), published("bug", "maptest.kind"),
     bug("maptest", MAPTEST), bug("covcon", COVCON), bug("maptest-random", MAPTEST_RANDOM),
     bug("maptest-variable", MAPTEST_VARIABLE), bug("auto", AUTO),
     p_value("maptest : covcon", MAPTEST, COVCON), p_value("maptest : maptest-random", MAPTEST, MAPTEST_RANDOM),
     Column("MAPTest, published", lambda _, s: _with_rate(s, "maptest")),
     Column("CovCon, published", lambda _, s: _with_rate(s, "covcon")),
     Column("MAPTest-Random, published", lambda _, s: _with_rate(s, "maptest_random"))],
    of_paper("maptest"))

MAPTEST_4 = Table(
    "Table IV: coverage and number of bugs",
    "Locks taken out of the subjects (`bench/evaluation/no_locks.h`), every seed after several numbers of executions, Kendall's tau-b of coverage and "
    "distinct findings (kind and place). Published: two hours for the totals, checkpoints at 5, 10, 15 and 20 minutes; "
    "-: one of the two never varies; empty: all runs were cut short by time. Both numbers can only grow within a run, there as here, which alone makes tau positive.",
    [published("id", "maptest.id"), about("subject", lambda s: s.name),
     most("pairs", "covcon", PAIRS), most("patterns", "maptest", PATTERNS), most("bugs", "covcon", None),
     tau("tau, patterns (maptest)", "maptest", PATTERNS), tau("tau, pairs (covcon)", "covcon", PAIRS),
     published("pairs, published", "maptest.method_pairs"), published("patterns, published", "maptest.patterns"),
     published("bugs, published", "maptest.bugs"),
     published("tau patterns, published", "maptest.tau_maptest"),
     published("tau pairs, published", "maptest.tau_covcon")],
    of_paper("maptest"), lambda evidence: mean_taus(evidence))

INSTEAD = Table(
    "What one would do instead",
    "The finding's own test (`test.c`) in a loop of pthreads, on two cores, for as long as one run of heddle may take: the time that the table gives. "
    "These tools are given the calls, the state and the values; heddle had to find them. `auto` is heddle with "
    "the papers' oracle, `all oracles` heddle as one calls it (races and wrong results count, too).",
    [about("subject", lambda s: s.name), finding_kind("finding"), bug("heddle, auto", AUTO),
     bug("heddle, auto, all oracles", USER), instead("pthreads", "native"),
     instead("ThreadSanitizer", "tsan"), instead("AddressSanitizer", "asan")],
    lambda evidence, subject: evidence.instead(subject, "native") is not None, lambda evidence: seen_instead(evidence))


def other_oracles(evidence, paper):
    """A footnote for the daggers of a table."""
    names = [s.name for s in evidence.subjects if paper in s.papers and s.needs_other_oracle]
    return (f"{DAGGER} {', '.join(names)}: a wrong result, which no exception and no deadlock shows. heddle finds it because it compares results with those of "
            "sequential orders, an oracle that the published tools do not have: the row is no comparison with them." if names else "")


def _with_rate(subject, tool):
    time, rate = subject.published.get(f"maptest.time_{tool}"), subject.published.get(f"maptest.success_{tool}")
    return f"{time} s ({rate} %)" if time and time != "-" else "-"


KINDS = (("patterns", "maptest", PATTERNS), ("pairs", "covcon", PAIRS))


def _mean(values):
    values = [v for v in values if v is not None]
    return (sum(values) / len(values), len(values)) if values else (None, 0)


def _tau_over_all(evidence, subject, strategy, metric):
    return stats.tau_b(*evidence.correlation(subject, strategy, metric))


def _tau_at_equal_executions(evidence, subject, strategy, metric):
    """Mean over the checkpoints of the correlation over seeds alone: what both owe to time is not in it."""
    return _mean(stats.tau_b(*evidence.correlation(subject, strategy, metric, c)) for c in evidence.checkpoints())[0]


def _mean_taus(evidence, tau_of):
    means = []
    for name, strategy, metric in KINDS:
        mean, n = _mean(tau_of(evidence, s, strategy, metric) for s in evidence.subjects)
        if n:
            means.append(f"{name} {mean:.2f} ({n} subjects)")
    return ", ".join(means)


def common_taus(evidence):
    """(tau of patterns, tau of pairs) of the subjects where both coverages vary."""
    both = [[_tau_over_all(evidence, s, strategy, metric) for _, strategy, metric in KINDS] for s in evidence.subjects]
    return [(a, b) for a, b in both if a is not None and b is not None]


def tau_verdict(evidence):
    """Whose tau is larger on the subjects that have both, and whether that is more than chance."""
    both = common_taus(evidence)
    if not both:
        return "No subject has both."
    more, less = sum(a > b for a, b in both), sum(a < b for a, b in both)
    p = stats.sign_test(more, less)
    (patterns, _), (pairs, _) = (_mean(values) for values in zip(*both))
    verdict = "not shown" if p >= 0.05 else "**holds**" if more > less else "**the contrary holds**"
    return (f"On the {len(both)} subjects that have both, patterns {patterns:.2f} and pairs {pairs:.2f}; patterns are ahead on {more} and behind on {less} "
            f"(sign test p={p:.3f}): that patterns go with bugs more closely is {verdict}.".replace("is **holds**", "**holds**")
            .replace("is **the contrary holds**", "does not hold: **the contrary does**"))


def mean_taus(evidence):
    """The last row of MAPTest's table IV, and what it is made of."""
    over_all = _mean_taus(evidence, _tau_over_all)
    at_equal = _mean_taus(evidence, _tau_at_equal_executions)
    if not over_all:
        return ""
    seeds = len({r["seed"] for r in evidence.records if r["study"] == "correlation"})
    points = ", ".join(map(str, evidence.checkpoints()))
    return (f"Mean of tau, {seeds} seeds, after {points} executions: {over_all}. Published in the last row: patterns 0.43, pairs 0.13 (the means of the published columns are 0.35 and 0.29). "
            f"{tau_verdict(evidence)} Among the seeds at the same checkpoint, where time makes no difference: {at_equal or 'too few seeds'}. So most of tau, there as here, is that coverage and "
            "bugs both grow with time; and patterns still grow where pairs have long been covered or stand still, which is where pairs have no tau at all. Earlier checkpoints: bench/README.md.")


def seen_instead(evidence):
    """How often each of the other tools saw anything."""
    counts = []
    for name, tool in (("pthreads alone", "native"), ("ThreadSanitizer", "tsan"), ("AddressSanitizer", "asan")):
        runs = [r for r in (evidence.instead(s, tool) for s in evidence.subjects) if r and "error" not in r]
        counts.append(f"{name} {sum(r['found'] for r in runs)} of {len(runs)}")
    return (f"Something was seen by: {', '.join(counts)}. A data race that ThreadSanitizer tells of is a symptom of the bug, not always the "
            "bug: it names two accesses, not the calls and values with which the program fails; where every access is locked it has nothing to "
            "tell. A hang counts after 5 s.")


# ---- figures -------------------------------------------------------------------------

@dataclass(frozen=True)
class Figure:
    file: str
    title: str
    text: str
    draw: str                  # which function of figures.py
    what: dict = field(default_factory=dict)
    needs: tuple = ()


FIGURE_RACE = Figure("found.svg", "Runs in which the published bug is found",
                     "All subjects and seeds: the share of runs that have found the published bug after so many executions.",
                     "cumulative")
FIGURE_3_TEXTS = {
    "coverage": "Every strategy makes threads of at most two calls here, because an execution of more calls covers more pairs. Published: CovCon above "
                "ConTeGe (`random`) all the time, over seconds. A new random test for every execution (`random-once`) is another matter: a test of covcon is "
                "about one pair (and each method with itself) and is made twice, with a short and a long prefix; a random one of two calls per thread is up "
                "to four pairs.",
    "coverage, os": "The same under `os`, where the calls of most tests do not overlap. CovCon's score ranks a pair that was tried and not covered behind one "
                    "that was covered as often: where covering is a matter of luck, it returns to what it has covered, and `random-once` does not.",
}
COVCON_3 = [Figure(f"covcon-3-{name}{study[len('coverage'):].replace(', ', '-').replace(' ', '-')}.svg",
                   f"Figure 3: pairs of methods covered, {name}{study[len('coverage'):]}",
                   f"Mean and 90 % confidence interval over the seeds. {text}", "curves",
                   {"study": study, "subject": name, "metric": PAIRS, "strategies": ["covcon", "naive", "random", "random-once"]})
            for study, text in FIGURE_3_TEXTS.items() for name in ("xy_plot", "per_user_pool_data_source")]
COVCON_4 = Figure("covcon-4.svg", "Figure 4: where covcon's time goes",
                  "The worker of one campaign of each subject, sampled about every 0.2 ms: in which part of the loop it was. Published: most of "
                  "the time goes into making tests, little into the oracle (except SynchronizedMap). Here a test is data, and "
                  "needs no compiler.", "phases")
MAPTEST_4_FIGURE = Figure("maptest-4.svg", "Figure 4: patterns that show the bug",
                          "The pattern that the execution which showed the bug was aimed at. Published: pattern 3 (two writes) 62 %, then 9, 8, 1, 11, 10, 2, 5 with under 10 % each.",
                          "patterns", needs=("maptest",))
MAPTEST_5 = Figure("maptest-5.svg", "Figure 5: memory-access patterns covered over time",
                   "Of the patterns that the best of the longest runs covers; mean over the seeds, one curve per subject. Published: rising all the time, over 50 % after half an hour for "
                   "most.", "all_curves",
                   {"study": "patterns", "strategy": "maptest", "metric": PATTERNS}, needs=("maptest",))
MAPTEST_5B = [Figure(f"maptest-5b-{other}.svg", f"Figure 5, right half: maptest minus {other}",
                     f"The same curves minus those of `{other}` at equal executions, which measures the metric without steering by it. {text}", "difference",
                     {"study": "patterns", "strategies": ["maptest", other], "metric": PATTERNS}, needs=("maptest",))
              for other, text in (("random", "Published, against random pairs of methods on threads that nobody controls: a difference that grows all the time."),
                                  ("random-once", "A new random test for every execution is no baseline of the paper."))]


# ---- who is ahead of whom ---------------------------------------------------------------

@dataclass(frozen=True)
class Comparison:
    """Two configurations, on the subjects of papers; what is published of them."""

    better: Config
    worse: Config
    papers: str
    published: str


COMPARISONS = [
    Comparison(COVCON, RANDOM, "covcon", "CovCon faster than ConTeGe on 14 of 18 classes, slower on 3"),
    Comparison(under_os(COVCON), under_os(RANDOM), "covcon", "the same; the setting that is closest to the paper's"),
    Comparison(COVCON, ONCE, "covcon", "not of a paper: ConTeGe repeats its tests"),
    Comparison(under_os(COVCON), under_os(ONCE), "covcon", "not of a paper"),
    Comparison(COVCON, NAIVE, "covcon", "naive similar or worse: 450, 13 and 5 times slower on three classes"),
    Comparison(under_os(COVCON), under_os(NAIVE), "covcon", "the same"),
    Comparison(MAPTEST, COVCON, "maptest", "MAPTest faster on 18 of 20 classes, significantly on 11"),
    Comparison(MAPTEST_VARIABLE, COVCON, "maptest", "the same: methods were chosen by variable"),
    Comparison(MAPTEST, MAPTEST_VARIABLE, "maptest", "not of a paper: methods by site or by variable"),
    Comparison(MAPTEST, MAPTEST_RANDOM, "maptest", "MAPTest faster on 15 of 20 classes"),
    *(Comparison(AUTO, other, "covcon maptest", "not of a paper") for other in (RANDOM, ONCE, NAIVE, COVCON, MAPTEST_RANDOM, MAPTEST, CONSUITE)),
]

# What has to be known to read the scores; numbers do not belong here.
WHY = """How to read this:

- Until every pair of functions has been tried, `covcon` and `naive` behave the same: untried pairs come first. On classes with thousands of pairs, the budget runs out at about that point.
- CovCon's score pays off where two functions rarely overlap even though they run in two threads. The published tools leave
  that to a Java VM. heddle's own schedulers can preempt at single accesses and cover most pairs within two tries: the least-tried pairs are then also the least-covered ones, and both orders agree (figure 3). Under `os` covering is rare, as it
  was for the published tools, and few bugs are found at all. A lead of one of the two over ten seeds may be chance: bench/README.md has a
  comparison with ten others.
- `naive` and `covcon` run every test once and `random`, which is ConTeGe, 100 times, which its source names for its paper (with how many CovCon's authors ran it is not published): on a real machine most executions of a test are alike, and repetitions were cheap while tests were expensive. Under heddle's scheduler almost every execution differs, so a new test is worth more than a repetition:
  `random-once` makes a new test for every execution, and is a much stronger baseline than the published one; its suffixes are as long
  as those of `covcon`. `auto` runs the first four tests of a pair once, and gives later ones
  nine schedules. Where a header has several classes, all strategies divide executions in proportion to the square root of the number of pairs.
- An execution of `maptest` has more switch points than one of `auto` and is matched against all patterns: by processor time the order of these two may be another than
  by executions.
- `maptest` and `maptest-random` differ in one thing: which of several methods that reach a site is taken. Methods are chosen for the site here, not only for its
  variable, so there are fewer to take from; `maptest-variable` chooses them by variable, as published.
- Prefixes, values and what may be called by concurrent threads are heddle's own (docs/architecture.md) and the same for all strategies.
- The published numbers of a subject with several bugs are those of the bug that a tool met first.
- TSA's random techniques run on a simulated machine with a core for every thread (docs/tsa-baselines.md). Delays of 10 and of 100 ms are both longer than anything else there, so that they differ little.
- Rule 3 by itself can pause the same threads in every execution; with `--patience 0`, as published, heddle stays there until coverage saturates.
- `consuite` and `consuite-random` make equally many executions and enforce schedules in the same way; both count all that an execution covers, also by chance, which the published tool did
  not. So little is left for sequences that are evolved rather than drawn.
- Of PS-Redundant and PS-Interleave alone little can be expected, there as here: they leave out tests that repeat others, or that locks make harmless, and keep the order of the rest."""
