# SPDX-License-Identifier: Apache-2.0
"""What the five papers claim of their techniques in comparison with others, what is published for it, and whether it holds here.

A claim is data; its `judge` asks the evidence and gives an Answer, or None if that was not measured. Two-sided tests: the
sign test over subjects, Mann and Whitney's over seeds (stats.py). p < 0.05 is needed in either direction.
"""

import collections
import json
import statistics
from dataclasses import dataclass
from pathlib import Path

from evaluation import stats, tables, tsa
from evaluation.campaigns import first
from evaluation.tables import (AUTO, CONSUITE, COVCON, MAPTEST, MAPTEST_RANDOM, MAPTEST_VARIABLE, NAIVE, ONCE, PAIRS, PATTERNS, RANDOM, under_os)

HOME = Path(__file__).resolve().parents[2] / "docs" / "evaluation"
HOLDS, CONTRARY, NOT_SHOWN = "**holds**", "**the contrary holds**", "not shown"
LEVEL = 0.05


@dataclass(frozen=True)
class Answer:
    ours: str
    verdict: str
    p: float = None  # None: a count, nothing to test


@dataclass(frozen=True)
class Claim:
    paper: str
    text: str
    published: str
    judge: object      # (evidence) -> Answer, or None: not measured
    command: str       # that shows it


# ---- how claims are judged ---------------------------------------------------------------

def verdict_of(p, ahead, behind):
    if p >= LEVEL or ahead == behind:
        return NOT_SHOWN
    return HOLDS if ahead > behind else CONTRARY


def by_sign(pairs, unit="subjects"):
    """Of (ours, theirs): who has more, over subjects. Equal ones do not count."""
    pairs = list(pairs)
    if not pairs:
        return None
    more, less = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
    p = stats.sign_test(more, less)
    return Answer(f"{more} : {less} of {len(pairs)} {unit}", verdict_of(p, more, less), p)


def score(evidence, better, worse, papers, violation=False, by="executions"):
    """On how many subjects the first is sooner and on how many the second, in all and significantly."""
    counts = collections.Counter()
    for subject in evidence.subjects:
        x, y = (evidence.times(subject, c, violation) for c in (better, worse))
        if x and y and (x.found or y.found) and set(papers.split()) & set(subject.papers):
            x, y = x.ranks(by), y.ranks(by)
            place = {v: i for i, v in enumerate(sorted({*x, *y}))}
            difference = statistics.mean(map(place.get, x)) - statistics.mean(map(place.get, y))
            side = "for" if difference < 0 else "against" if difference > 0 else "equal"
            counts[side] += 1
            if stats.mann_whitney(x, y) < LEVEL:
                counts["clearly " + side] += 1
    return counts


def sooner(better, worse, papers, **how):
    """`better` needs less to the published bug than `worse`, by mean rank over the seeds."""
    def judge(evidence):
        n = score(evidence, better, worse, papers, **how)
        if not n.total():
            return None
        p = stats.sign_test(n["for"], n["against"])
        return Answer(f"sooner : later {n['for']} : {n['against']} (clearly {n['clearly for']} : {n['clearly against']})",
                      verdict_of(p, n["for"], n["against"]), p)
    return judge


def finds_more(better, worse, paper):
    """Finds the bug with more seeds."""
    def judge(evidence):
        known = [(evidence.times(s, better), evidence.times(s, worse)) for s in evidence.subjects if paper in s.papers]
        known = [(x, y) for x, y in known if x and y]
        answer = by_sign((x.found / x.runs, y.found / y.runs) for x, y in known)
        ever = [sum(bool(t.found) for t in times) for times in zip(*known)]
        return answer and Answer(f"with some seed {ever[0]} and {ever[1]} of {len(known)} subjects; with more seeds {answer.ours}",
                                 answer.verdict, answer.p)
    return judge


def complement(a, b, paper):
    """Each of two is clearly sooner on some subject."""
    def judge(evidence):
        n = score(evidence, a, b, paper)
        if not n.total():
            return None
        both = n["clearly for"] and n["clearly against"]
        return Answer(f"sooner : later {n['for']} : {n['against']} (clearly {n['clearly for']} : {n['clearly against']})",
                      HOLDS if both else NOT_SHOWN, stats.sign_test(n["for"], n["against"]))
    return judge


def _mean_covered(evidence, study, subject, strategy, metric, seed):
    """Over the points of a curve: what one seed covers."""
    runs = [r for r in evidence.followed(study, subject, strategy) if r["seed"] == seed and metric in r["coverage"]]
    return statistics.mean(r["coverage"][metric]["covered"] for r in runs) if runs else None


def covers_more(study, ours, theirs):
    """The curve of one strategy is above the other's, on every subject of the figure."""
    def judge(evidence):
        parts, ps, sides = [], [], []
        for subject in evidence.subjects:
            seeds = {r["seed"] for r in evidence.followed(study, subject, ours)}
            x, y = ([v for v in (_mean_covered(evidence, study, subject, s, PAIRS, seed) for seed in seeds) if v is not None]
                    for s in (ours, theirs))
            if x and y:
                ps.append(stats.mann_whitney(x, y))
                sides.append(statistics.mean(x) - statistics.mean(y))
                parts.append(f"{subject.name} {statistics.mean(x):.0f} : {statistics.mean(y):.0f}")
        if not parts:
            return None
        p, ahead, behind = max(ps), sum(d > 0 for d in sides), sum(d < 0 for d in sides)
        agreed = ahead == len(sides) or behind == len(sides)
        return Answer("; ".join(parts) + " pairs, mean of the points", verdict_of(p, ahead, behind) if agreed else NOT_SHOWN, p)
    return judge


def generation_dominates(evidence):
    shares = [s for s in map(evidence.shares_of_time, evidence.subjects) if s]
    answer = by_sign((s["test generation"], 0.5) for s in shares)
    mean = statistics.mean(s["test generation"] for s in shares) if shares else 0
    return answer and Answer(f"over half of the time on {answer.ours.replace(' : ', ', under on ')}; {100 * mean:.0f} % in the mean",
                             answer.verdict, answer.p)


def _pattern_gaps(evidence):
    """Of each subject: what maptest covers more than random tests, at the first and at the last common point."""
    for subject in evidence.subjects:
        ours, theirs = (dict(evidence.curve("patterns", subject, s, PATTERNS)[0]) for s in ("maptest", "random"))
        both = sorted(set(ours) & set(theirs))
        if both:
            gap = lambda n: statistics.mean(ours[n]) - statistics.mean(theirs[n])
            yield gap(both[0]), gap(both[-1])


def patterns_more(evidence):
    return by_sign((last, 0) for _, last in _pattern_gaps(evidence))


def patterns_grow(evidence):
    return by_sign((last, early) for early, last in _pattern_gaps(evidence))


def pattern_three(evidence):
    """Executions that showed the bug: aimed at two writes, or at something else."""
    aims = [bug["aimed"] for s in evidence.subjects for run in evidence.runs(s, MAPTEST)
            if (bug := first(run.get("findings", []), s.is_published)) and bug.get("aimed")]
    if not aims:
        return None
    three = sum(a == 3 for a in aims)
    p = stats.sign_test(three, len(aims) - three)
    return Answer(f"{100 * three / len(aims):.0f} % of {len(aims)} runs", verdict_of(p, three, len(aims) - three), p)


def taus(evidence):
    """Of the subjects where both coverages vary: whose tau is larger."""
    both = tables.common_taus(evidence)
    answer = by_sign(both)
    if not answer:
        return None
    a, b = (statistics.mean(t) for t in zip(*both))
    return Answer(f"{answer.ours}; means {a:.2f} and {b:.2f}", answer.verdict, answer.p)


# ---- TSA -----------------------------------------------------------------------------------

def _tsa_rows(evidence, until):
    """subject -> (schedule, probability) -> row"""
    record, found = tsa.record_of(evidence), collections.defaultdict(dict)
    for r in record.get("rows", []) if record else ():
        if r["study"] == "coverage" and r["until"] == until:
            found[r["subject"]][r["schedule"], r["probability"]] = r
    return found


def _of_noise(rows, noise):
    return [r for (schedule, _), r in rows.items() if schedule == noise]


def tsa_against_all(until, what="covered", sign=1):
    """TSA against the best of the random variants: by pairs, or by what it takes to get them."""
    def judge(evidence):
        pairs, clearly = [], 0
        for rows in _tsa_rows(evidence, until).values():
            own, best = rows["tsa", None], max((r for n in ("rnd-y", "rnd-s10", "rnd-s100") for r in _of_noise(rows, n)), key=lambda r: r["covered"])
            pairs.append((sign * own[what], sign * best[what]))
            clearly += pairs[-1][0] > pairs[-1][1] and stats.mann_whitney(own["runs"][what], best["runs"][what]) < LEVEL
        answer = by_sign(pairs)
        return answer and Answer(f"{answer.ours}, clearly {clearly}", answer.verdict, answer.p)
    return judge


def noise_order(more, less):
    """One random technique covers more than another, mean of the probabilities."""
    def judge(evidence):
        mean = lambda rows, noise: statistics.mean(r["covered"] for r in _of_noise(rows, noise))
        return by_sign((mean(rows, more), mean(rows, less)) for rows in _tsa_rows(evidence, "executions").values())
    return judge


def rule_three(what, sign=1):
    """TSA against TSA without the estimation-based heuristic, with the published rules only."""
    return lambda evidence: by_sign((sign * rows["tsa --patience 0", None][what], sign * rows["tsa-h --patience 0", None][what])
                                    for rows in _tsa_rows(evidence, "saturation").values())


def rule_three_pays(evidence):
    """The more often rule 3 is used, the larger the lead over TSA without it."""
    shares, leads = [], []
    for rows in _tsa_rows(evidence, "saturation").values():
        own, without = rows["tsa --patience 0", None], rows["tsa-h --patience 0", None]
        shares.append(own["rules"][3] / max(sum(own["rules"][1:]), 1))
        leads.append(without["executions"] / own["executions"])
    tau = stats.tau_b(shares, leads)
    if tau is None:
        return None
    p = stats.tau_test(shares, leads)
    return Answer(f"tau {tau:.2f} of its share and the ratio of executions, {len(shares)} subjects", verdict_of(p, tau, 0), p)


def estimate_is_near(evidence):
    """On as large a share of the subjects as the paper says."""
    record = tsa.record_of(evidence)
    rows = [r for r in (record or {}).get("rows", []) if r["study"] == "precision" and r["estimate"] == "lockset"]
    near = sum(abs(r["estimated"] - r["covered"]) < 0.02 * r["covered"] for r in rows)
    return Answer(f"{near} of {len(rows)} subjects (`--estimate lockset`)", HOLDS if 13 * near >= 10 * len(rows) else NOT_SHOWN) if rows else None


# ---- ConSuite and ConCrash: from what their scripts leave -----------------------------------

def measured(bench):
    """docs/evaluation/BENCH.json, or nothing."""
    path = HOME / f"{bench}.json"
    return json.loads(path.read_text()) if path.exists() else {}


def sir(_):
    programs = measured("consuite").get("sir", {})
    found = sum(p["found"] == p["runs"] for p in programs.values())
    return Answer(f"{found} of {len(programs)} with every seed", HOLDS if found == len(programs) else NOT_SHOWN) if programs else None


def consuite_more(key, part=None):
    """consuite against consuite-random, over the classes."""
    def judge(_):
        rows = [[c[s][key] for s in ("consuite", "consuite-random")] for c in measured("consuite").get("classes", {}).values()]
        pairs = [(a if part is None else a[part], b if part is None else b[part]) for a, b in rows if a is not None and b is not None]
        answer = by_sign(pairs, "classes")
        if not answer:
            return None
        total = sum if key == "races" else statistics.mean
        a, b = (total(values) for values in zip(*pairs))
        return Answer(f"{a:.1f} and {b:.1f}; {answer.ours}", answer.verdict, answer.p)
    return judge


def sync_is_alike(_):
    answer = consuite_more("waited")(None)
    if not answer:
        return None
    high = all(float(mean) > 95 for mean in answer.ours.split(";")[0].split(" and "))
    return Answer(answer.ours, HOLDS if answer.verdict == NOT_SHOWN and high else NOT_SHOWN, answer.p)


def _crashes(table, a, b, key):
    """(value of a, value of b) of each subject."""
    rows = measured("concrash").get(table, {}).values()
    return [(r[a][key], r[b][key]) for r in rows if a in r and b in r]


def reproduces(_):
    rows = [r["all"] for r in measured("concrash").get("table2", {}).values() if "all" in r]
    found, runs = sum(r["found"] for r in rows), sum(r["runs"] for r in rows)
    return Answer(f"{found} of {runs} runs", HOLDS if found == runs else NOT_SHOWN) if rows else None


def fewer_tests(way, other):
    return lambda _: by_sign((b, a) for a, b in _crashes("table2", way, other, "tests"))


def prune_order(_):
    rows = list(measured("concrash").get("table2", {}).values())
    ways = ["Interfere", "Stack", "Redundant", "Interleave"]
    if not rows or not all(w in r for r in rows for w in ways):
        return None
    means = {w: statistics.mean(r[w]["seconds"] for r in rows) for w in ways}
    order = sorted(ways, key=means.get)
    p = max(stats.sign_test(*(sum(f(r[a]["seconds"], r[b]["seconds"]) for r in rows) for f in (float.__lt__, float.__gt__)))
            for a, b in zip(ways, ways[1:]))
    return Answer(", ".join(f"{w} {means[w]:.1f} s" for w in order), HOLDS if order == ways and p < LEVEL else NOT_SHOWN, p)


def with_stack(other):
    return lambda _: by_sign(_crashes("table3", "all", other, "share"))


# ---- the claims ------------------------------------------------------------------------------

BUGS, TSA, SUITE, CRASH = "bench/evaluate --part bugs", "bench/evaluate --part tsa", "bench/consuite --write", "bench/concrash --write"

CLAIMS = [
    Claim("CovCon", "finds the bugs of more classes than random tests", "17 of 18 classes; ConTeGe 15", finds_more(COVCON, RANDOM, "covcon"), BUGS),
    Claim("CovCon", "is sooner than random tests", "14 of 18 classes, later on 3", sooner(COVCON, RANDOM, "covcon"), BUGS),
    Claim("CovCon", "the same, by processor time", "in seconds, as above", sooner(COVCON, RANDOM, "covcon", by="seconds"), BUGS),
    Claim("CovCon", "the same under `os`, the schedule closest to a Java VM's", "as above", sooner(under_os(COVCON), under_os(RANDOM), "covcon"), BUGS),
    Claim("CovCon", "is sooner than generators that start from sequential tests", "Nainom, AutoConTest: with ConTeGe, sooner in 38 of 47 cases",
          lambda _: None, "neither is built here"),
    Claim("CovCon", "is sooner than with the least-tried pair first", "similar or sooner: by 450, 13 and 5 times on three classes",
          sooner(COVCON, NAIVE, "covcon"), BUGS),
    Claim("CovCon", "the same under `os`", "as above", sooner(under_os(COVCON), under_os(NAIVE), "covcon"), BUGS),
    Claim("CovCon", "covers pairs of methods sooner than random tests", "figure 3: above ConTeGe all the time on both classes",
          covers_more("coverage", "covcon", "random"), "bench/evaluate --part coverage"),
    Claim("CovCon", "the same under `os`", "as above", covers_more("coverage, os", "covcon", "random"), "bench/evaluate --part coverage"),
    Claim("CovCon", "most of the time goes into making tests", "figure 4: most of it, except SynchronizedMap", generation_dominates,
          "bench/evaluate --part phases"),
    Claim("MAPTest", "finds the bugs in more runs than CovCon", "all runs of 20 classes; CovCon misses 2 classes, and runs of 5 others",
          finds_more(MAPTEST, COVCON, "maptest"), BUGS),
    Claim("MAPTest", "is sooner than CovCon", "18 of 20 classes, significantly on 11", sooner(MAPTEST, COVCON, "maptest"), BUGS),
    Claim("MAPTest", "the same, by processor time", "in seconds, as above", sooner(MAPTEST, COVCON, "maptest", by="seconds"), BUGS),
    Claim("MAPTest", "is sooner than CovCon with methods chosen by variable", "as above; that is how it was published",
          sooner(MAPTEST_VARIABLE, COVCON, "maptest"), BUGS),
    Claim("MAPTest", "is sooner with scores of pairs than without", "15 of 20 classes", sooner(MAPTEST, MAPTEST_RANDOM, "maptest"), BUGS),
    Claim("MAPTest", "MAPTest-Random and CovCon complement each other", "MAPTest-Random over twice as fast on 8, over twice as slow on 10",
          complement(MAPTEST_RANDOM, COVCON, "maptest"), BUGS),
    Claim("MAPTest", "covers more patterns than random tests", "figure 5, right: on all classes", patterns_more, "bench/evaluate --part patterns"),
    Claim("MAPTest", "and the difference grows with time", "all the time", patterns_grow, "bench/evaluate --part patterns"),
    Claim("MAPTest", "most bugs are shown by pattern 3, two writes", "62 %", pattern_three, BUGS),
    Claim("MAPTest", "patterns go with bugs more closely than pairs of methods do", "mean tau 0.43 and 0.13 (by its columns 0.35 and 0.29)", taus, "bench/evaluate --part correlation"),
    Claim("TSA", "covers more pairs in 500 executions than the best of 15 random variants", "as many or more on 9 of 13, significantly on 6",
          tsa_against_all("executions"), TSA),
    Claim("TSA", "covers more at saturation", "all by the text; 10 of 13 by the table, less on 2", tsa_against_all("saturation"), TSA),
    Claim("TSA", "saturates sooner, by executions", "in seconds: 12 of 13", tsa_against_all("saturation", "executions", -1), TSA),
    Claim("TSA", "saturates sooner, by processor time", "in seconds: 12 of 13", tsa_against_all("saturation", "seconds", -1), TSA),
    Claim("TSA", "delays of up to 10 ms cover more than yields", "25.7 % more in the mean", noise_order("rnd-s10", "rnd-y"), TSA),
    Claim("TSA", "delays of up to 100 ms cover more than those of 10 ms", "on all but 2 of 10", noise_order("rnd-s100", "rnd-s10"), TSA),
    Claim("TSA", "the estimate differs by under 2 % from what is covered", "10 of 13 by the text, 5 by the table", estimate_is_near, TSA),
    Claim("TSA", "rule 3 covers more at saturation", "10 of 12", rule_three("covered"), TSA),
    Claim("TSA", "and saturates sooner", "10 of 12, in seconds", rule_three("executions", -1), TSA),
    Claim("TSA", "the more often rule 3 is used, the larger its lead", "HashTable1 16.9 %, hardly any; cache4j 99.9 %, a large one", rule_three_pays, TSA),
    Claim("ConSuite", "finds the bugs of all programs of SIR", "12 of 12", sir, SUITE),
    Claim("ConSuite", "covers more goal pairs than random tests, %", "75.9 and 50.5", consuite_more("shares", 0), SUITE),
    Claim("ConSuite", "covers more partial goals, %", "69.0 and 41.0", consuite_more("shares", 1), SUITE),
    Claim("ConSuite", "covers more schedules, %", "67.9 and 26.6", consuite_more("shares", 2), SUITE),
    Claim("ConSuite", "finds more races", "657 and 574", consuite_more("races"), SUITE),
    Claim("ConSuite", "both reach the same synchronization coverage, %", "over 95", sync_is_alike, SUITE),
    Claim("ConCrash", "reproduces every crash from its stack", "50 of 50 runs", reproduces, CRASH),
    *(Claim("ConCrash", f"explores fewer tests than {name}", f"3 and {tests} in the mean", fewer_tests("all", way), CRASH)
      for way, name, tests in (("none", "without pruning", 147), ("Stack", "PS-Stack alone", 17), ("Redundant", "PS-Redundant alone", 95),
                               ("Interfere", "PS-Interfere alone", 20), ("Interleave", "PS-Interleave alone", 116))),
    *(Claim("ConCrash", f"PS-{way} explores fewer tests than no pruning", f"{tests} and 147; in time sooner on {n} of 10", fewer_tests(way, "none"), CRASH)
      for way, tests, n in (("Stack", 17, 10), ("Interfere", 20, 10), ("Redundant", 95, "five"), ("Interleave", 116, "three"))),
    Claim("ConCrash", "by time, PS-Interfere is best, then PS-Stack, PS-Redundant, PS-Interleave", "326, 492, 2937, 3226 s", prune_order, CRASH),
    Claim("ConCrash", "reproduces more than random tests that do not know the stack", "100 % and 18 %", with_stack("random"), CRASH),
    Claim("ConCrash", "and more than AutoConTest", "100 % and 28 %", lambda _: None, "not built here"),
    *(Claim("`auto`", f"is sooner than `{other.strategy}`{', by processor time' if by == 'seconds' else ''}", "not of a paper",
            sooner(AUTO, other, "covcon maptest", by=by), BUGS)
      for other in (RANDOM, ONCE, NAIVE, COVCON, MAPTEST_RANDOM, MAPTEST, CONSUITE) for by in ("executions", "seconds")),
]


# ---- the page ----------------------------------------------------------------------------------

def shown_p(p):
    return "" if p is None else f"{p:.3f}" if p >= 0.001 else "<0.001"


def render(evidence):
    """The summary on top of evaluation.md."""
    answers = [(claim, claim.judge(evidence)) for claim in CLAIMS]
    of_papers = collections.Counter(a.verdict if a else "not measured" for c, a in answers if c.published != "not of a paper")
    told = {HOLDS: "{} hold", NOT_SHOWN: "{} are not shown", CONTRARY: "of {} the contrary holds", "not measured": "{} are not measured"}
    counts = ", ".join(words.format(of_papers[v]) for v, words in told.items() if of_papers[v])
    lines = ["## Summary: what the papers claim, and what holds here", "",
             f"Of {sum(of_papers.values())} relative claims, {counts}. *sooner : later* and *a : b of n* are numbers of subjects on which the technique is ahead : behind; "
             "*clearly*, on which that is significant by itself (Mann-Whitney over the seeds, p < 0.05). p is the sign test over these subjects (of coverage curves: "
             "Mann-Whitney over the seeds, the larger of the two subjects; of tau: a permutation test), two-sided. A claim holds, or its contrary, with p < 0.05; where there is no p it is a "
             "count. Why: *How to read this* below.", "",
             "| paper | claim | published | ours | verdict | p | shown by |", "|---|---|---|---|---|---|---|"]
    for claim, answer in answers:
        cells = [answer.ours, answer.verdict, shown_p(answer.p)] if answer else ["", "not measured", ""]
        command = f"`{claim.command}`" if claim.command.startswith("bench/") else claim.command
        lines.append("| " + " | ".join([claim.paper, claim.text, claim.published, *cells, command]) + " |")
    return [*lines, ""]
