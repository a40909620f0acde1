# SPDX-License-Identifier: Apache-2.0
"""Writes evaluation.md and its figures from the records."""

import collections
import json
import lzma
import statistics
import subprocess
from pathlib import Path

from evaluation import claims, stats, tables, tsa
from evaluation.figures import DRAW
from evaluation.evidence import Evidence, newest, was_cut

WRAP = Path(__file__).resolve().parents[2] / "scripts" / "wrap-docs"

INTRO = """# Evaluation

*Written by `bench/evaluate`; do not edit. {about}*

**Made by `{command}`**: {budget}.

{summary}
## What is compared

The subjects (`bench/subjects`) are C programs written for heddle and modelled on classes that the papers used: the same locks, fields, failing functions and required values, and about as many functions. They are not those classes, and heddle is not the published tools: **published numbers are shown next to ours to compare orders of magnitude and rankings, not ratios.** Published times are seconds on a Java VM; ours are
executions, which do not depend on the load of the machine, and seconds of processor time of the campaign without building the subject.

- A run **finds the bug** when a finding has a kind that `subject.ini` lists and either all functions that fail together in
  the published bug, or the function in which the published bug fails. Any other violation does not count, except in the
  table that says so. Campaigns continue after other findings (`--keep-going`).
- **Oracle**: crashes, memory errors, deadlocks, livelocks and lock misuse, which is closest to the papers' (exceptions and deadlocks). Wrong results count only where they are the published bug. With *all oracles* data races and wrong
  results of the published functions count as well, which is the default of `heddle test`.
- A run ends after {executions} executions or {time:g} s. Of {runs} runs, cut short by time: {cut}. A run that does not find
  the bug counts as slower than all that do; medians are over all seeds ({seeds}).
- p-values are exact and two-sided: Mann-Whitney over the seeds of one subject, the sign test over subjects.
- Seconds are processor time: the time by the clock, multiplied by the share of a processor that the run had. Executions are exact and reproducible.

### How long it took

{durations}
"""


def row(cells):
    return "| " + " | ".join(cells) + " |"


def section_of(bench):
    """What bench/concrash or bench/consuite measured, without its heading."""
    path = Path(__file__).resolve().parents[2] / f"docs/evaluation/{bench}.md"
    return path.read_text().split("\n")[2:] if path.exists() else [f"*Left out: run `bench/{bench} --write`.*", ""]


def render_table(table, evidence, strategies):
    """Markdown of a table, with what had to be left out."""
    kept = [c for c in table.columns if set(c.needs) <= strategies]
    dropped = [c.heading for c in table.columns if c not in kept]
    lines = [row([c.heading for c in kept]), "|" + "---|" * len(kept)]
    for subject in evidence.subjects:
        if table.rows(evidence, subject):
            lines.append(row([c.cell(evidence, subject) for c in kept]))
    if dropped:
        lines += ["", f"*Left out, because this heddle does not have the strategy: {', '.join(dropped)}.*"]
    if len(lines) == 2:
        lines = ["*No results yet.*"]
    summary = table.summary(evidence)
    return [f"### {table.title}", "", table.text, "", *lines, "", *([summary, ""] if summary else [])]


def render_figure(figure, evidence, strategies, folder):
    lines = [f"### {figure.title}", ""]
    if not set(figure.needs) <= strategies:
        return [*lines, f"{figure.text} *Left out, because this heddle does not have: {', '.join(figure.needs)}.*", ""]
    picture = DRAW[figure.draw](evidence, figure.what)
    if not picture:
        return [*lines, f"{figure.text} *No results yet.*", ""]
    (folder / figure.file).write_text(picture)
    return [*lines, figure.text, "", f"![{figure.title}](evaluation/{figure.file})", ""]


def render_medians(figures, evidence):
    """Curves as numbers, and at how many points the first strategy is ahead of each of the others."""
    strategies = figures[0].what["strategies"]
    lines, ahead = [], collections.Counter()
    for what in (f.what for f in figures):
        subject = evidence.by_name.get(what["subject"])
        curves = [dict(evidence.curve(what["study"], subject, s, what["metric"])[0]) for s in strategies] if subject else []
        for point in sorted(set.intersection(*map(set, curves))) if curves else ():
            medians = [statistics.median(c[point]) for c in curves]
            ahead.update(s for s, m in zip(strategies, medians) if m < medians[0])
            lines.append(row([subject.name, "os" if "os" in what["study"] else "default", str(point), *(f"{m:g}" for m in medians)]))
    if not lines:
        return []
    sums = ", ".join(f"`{s}` at {ahead[s]}" for s in strategies[1:])
    return ["### Figure 3 in numbers", "", f"Pairs covered, median over the seeds. Of {len(lines)} points, `{strategies[0]}` is ahead of {sums}.", "",
            row(["subject", "schedule", "executions", *strategies]), "|" + "---|" * (3 + len(strategies)), *lines, ""]


# ---- who is ahead, and what is missing --------------------------------------------------------

def render_score(score):
    """The counts with the test over all subjects, and what that says."""
    p = stats.sign_test(score["for"], score["against"])
    return (f"{score['for']} : {score['against']} (clearly {score['clearly for']} : {score['clearly against']}), "
            f"p={p:.3f}, {claims.verdict_of(p, score['for'], score['against'])}")


def render_comparisons(evidence, strategies):
    lines = ["## Who is ahead of whom", "",
             "Subjects on which the first of two needs fewer executions : more (by mean rank over the seeds; in brackets those where the difference "
             "is significant by itself, Mann-Whitney p < 0.05), and the sign test over subjects: it is ahead if p < 0.05. Subjects on which "
             "neither finds anything are left out.", "",
             "| first before second | to the published bug | the same by processor time | to the first violation | published |", "|---|---|---|---|---|"]
    left_out = []
    for c in tables.COMPARISONS:
        name = f"{c.better.name} before {c.worse.name}"
        if {c.better.strategy, c.worse.strategy} <= strategies:
            scores = [render_score(claims.score(evidence, c.better, c.worse, c.papers, **how))
                      for how in ({}, {"by": "seconds"}, {"violation": True})]
            lines.append(row([name, *scores, c.published]))
        else:
            left_out.append(name)
    if left_out:
        lines += ["", f"*Left out, because this heddle does not have the strategies: {'; '.join(left_out)}.*"]
    return [*lines, "", *tables.WHY.splitlines(), ""]


def best(evidence, subject):
    """The configuration with the papers' oracle that finds the bug in most runs, then soonest."""
    known = [(c, evidence.times(subject, c)) for c in evidence.configs() if not c.everything]
    known = [(c, t) for c, t in known if t]
    return max(known, key=lambda ct: (ct[1].found, -ct[1].median()), default=None)


def render_goals(evidence):
    """Every subject by at least one strategy, in all seeds, median under a second; the others by name."""
    with_bug = [(s, best(evidence, s)) for s in evidence.subjects if s.kinds]
    with_bug = [(s, b) for s, b in with_bug if b]
    good = [s for s, (_, t) in with_bug if t.found == t.runs and t.median_seconds() < 1]
    lines = ["## What is found", "",
             f"The published bug of **{len(good)} of {len(with_bug)}** subjects is found by at least one strategy with every seed, "
             "with a median under 1 s. The others:", "",
             "| subject | best | with all oracles (auto) | what is missing |", "|---|---|---|---|"]
    for s, (config, times) in with_bug:
        if s not in good:
            why = "; ".join(dict.fromkeys(s.not_found.values())) or (
                "a larger budget: it is found with other seeds; or another test showed the same fault first" if times.found else "not looked into yet")
            user = tables.bug("", tables.USER).cell(evidence, s)
            shown = tables.bug("", config).cell(evidence, s) + f" ({config.name})" if times.found else "nobody"
            lines.append(row([s.name, shown, user, why]))
    return [*lines, ""]


def render_strictness(evidence):
    """How many runs find the published bug by the letter."""
    lines = ["### Strictly and loosely", "",
             "Loosely, as everywhere else here: the published kind of fault at the published place, or with the published "
             "functions. Strictly: the functions of the published bug fail together. A smaller test often shows the same missing "
             "lock with other functions, and heddle minimises.", "",
             row(["configuration", "runs", "loosely", "strictly, in the first hit", "strictly, in any hit", "never strictly"]),
             "|" + "---|" * 6]
    for config in evidence.configs():
        if not config.everything:
            n = evidence.strictness(config)
            lines.append(row([config.name, *(str(n[k]) for k in ("runs", "loosely", "first", "strictly")),
                              str(n["loosely"] - n["strictly"])]))
    return [*lines, ""]


# ---- the document -----------------------------------------------------------------------

def _about(evidence):
    last = evidence.records[-1]
    commits = list(dict.fromkeys(str(r["commit"])[:12] for r in evidence.records))
    machine = last["machine"]
    date = max(r.get("date", "") for r in evidence.records)[:10]
    return (f"Commit {', '.join(commits)}; {machine['cpu']}, {machine['cores']} cores, {machine['compiler']}; "
            f"load average {machine['load_average']:.1f} when it was started; {date}.")


def _counts(counter):
    return f"{counter.total()} (" + ", ".join(f"{n} {name}" for name, n in counter.most_common()) + ")" if counter else "0"


def _duration(seconds):
    return f"{seconds / 60:.0f} min" if seconds >= 600 else f"{seconds:.0f} s"


def render_durations(evidence):
    """By part; a study is what its campaigns took, not what was kept from before."""
    took = collections.defaultdict(collections.Counter)
    for r in evidence.records:
        took[r["study"].split(",")[0]] += collections.Counter(
            runs=1, processor=r.get("processor_seconds", 0) + r.get("before_seconds", 0), elapsed=r.get("elapsed_seconds", 0))
    for bench in ("consuite", "concrash"):
        known = claims.measured(bench)
        if known:
            took[f"bench/{bench}"] = collections.Counter(runs=known["runs"], processor=known["processor_seconds"])
    lines = [row([name, f"{n['runs']:.0f}", _duration(n["processor"]), _duration(n["elapsed"]) if n["elapsed"] else ""]) for name, n in took.items()]
    total = sum(n["processor"] for n in took.values())
    return "\n".join(["Processor time of all commands, with building; by the clock, the sum of commands of which several run at a time.", "",
                      row(["part", "runs", "processor time", "by the clock"]), "|---|---|---|---|", *lines, row(["all", "", _duration(total), ""])])


def _intro(plan, evidence):
    runs = [r for r in evidence.records if r["study"] == "bugs"]
    cut = collections.Counter(r["subject"] for r in runs if not r["found"] and was_cut(r))
    largest = max(runs, key=lambda r: r["executions_limit"], default={"executions_limit": 0, "time_limit": 0})
    seeds = f"{len({r['seed'] for r in runs})}"
    return INTRO.format(about=_about(evidence), command=plan.command, budget=plan.budget(), summary="\n".join(claims.render(evidence)),
                        durations=render_durations(evidence), executions=largest["executions_limit"], time=largest["time_limit"],
                        cut=_counts(cut), runs=len(runs), seeds=seeds).split("\n")


def detail(evidence):
    """Every subject and configuration, with means."""
    lines = ["# Every configuration", "", "*Written by `bench/evaluate`; do not edit.* Executions and seconds to the published bug. A mean "
             "counts a run without the bug with all its executions, so it is a lower bound then.", "",
             "| subject | configuration | found | median executions | mean executions | median seconds | pairs covered |",
             "|---|---|---|---|---|---|---|"]
    for subject in evidence.subjects:
        for config in evidence.configs():
            t = evidence.times(subject, config)
            if t:
                pairs = [r["coverage"]["method_pairs"] for r in evidence.runs(subject, config) if "coverage" in r]
                share = statistics.median(p["covered"] for p in pairs) if pairs else 0
                lines.append(row([subject.name, config.name, f"{t.found}/{t.runs}", tables.amount(t.median()),
                                  ("" if t.found == t.runs else "> ") + f"{t.mean():.0f}",
                                  "-" if t.median() == float("inf") else f"{t.median_seconds():.3g}",
                                  f"{share:g} of {pairs[0]['total'] if pairs else 0}"]))
    return "\n".join(lines) + "\n"


def _publish(records, path):
    """What the report was made from, for others to count again and for --from."""
    with lzma.open(path, "wt", preset=9) as file:
        file.writelines(json.dumps(r) + "\n" for r in records)


def write(plan, results, out):
    """evaluation.md and evaluation/ in the folder `out`; returns what to tell the user."""
    evidence = Evidence(plan.subjects, newest(results.records))
    if not evidence.records:
        return "no results yet"
    strategies = set(plan.strategies)
    folder = out / "evaluation"
    folder.mkdir(parents=True, exist_ok=True)
    table = lambda t: render_table(t, evidence, strategies)
    figure = lambda f: render_figure(f, evidence, strategies, folder)
    lines = [*_intro(plan, evidence), *render_goals(evidence), *render_strictness(evidence), *figure(tables.FIGURE_RACE), *render_comparisons(evidence, strategies),
             "## CovCon (ICSE 2017)", "", *table(tables.COVCON_2), *table(tables.COVCON_2_OS), *table(tables.FIRST_VIOLATION),
             *(line for f in tables.COVCON_3 for line in figure(f)), *render_medians(tables.COVCON_3, evidence), *figure(tables.COVCON_4),
             "## MAPTest (ASE 2019)", "", *table(tables.MAPTEST_3), *table(tables.MAPTEST_4),
             *figure(tables.MAPTEST_4_FIGURE), *figure(tables.MAPTEST_5),
             *(line for f in tables.MAPTEST_5B for line in figure(f)),
             "## TSA (ISSTA 2012)", "", *tsa.render(evidence, folder),
             "## ConSuite (ICST 2013)", "", *section_of("consuite"),
             "## ConCrash (FSE 2017)", "", *section_of("concrash"),
             "## A user's other tools", "", *table(tables.INSTEAD),
             "Every subject and configuration, with means: [evaluation/details.md](evaluation/details.md). Every run, as JSON lines: "
             "[evaluation/records.jsonl.xz](evaluation/records.jsonl.xz).", ""]
    (folder / "details.md").write_text(detail(evidence))
    (out / "evaluation.md").write_text("\n".join(lines))
    subprocess.run([WRAP, folder / "details.md", out / "evaluation.md"], check=True)
    _publish(evidence.records, folder / "records.jsonl.xz")
    return f"{out / 'evaluation.md'}: {len(evidence.records)} records of {results.path}"
