# SPDX-License-Identifier: Apache-2.0
"""TSA's tables 1 to 5 and figures 4 and 5: table 1 from subject.ini, the others from the rows of bench/tsa, kept as a record."""

import configparser
import json
import re
import sys
import tempfile

from evaluation import campaigns, dependencies, facts, svg

SCRIPT = facts.ROOT / "bench" / "tsa"
HOME = facts.ROOT / "bench" / "subjects"
PUBLISHED = {"executions_limit": 500, "seeds": 30}
TECHNIQUES = {"tsa": "TSA", "rnd-y": "RND-y", "rnd-s10": "RND-s10", "rnd-s100": "RND-s100"}
FIGURES = {
    "executions": ("tsa-4.svg", "Figure 4: pairs covered over executions",
                   "Mean of the repetitions; of the random techniques the mean of the five probabilities, as published. Published: TSA above the "
                   "three others from the beginning."),
    "saturation": ("tsa-5.svg", "Figure 5: pairs covered over processor time, until TSA saturates",
                   "As above, up to the mean saturation point of TSA. Published: over seconds, with TSA above the others and at its saturation point "
                   "before them."),
}


def _command(plan):
    argv = [SCRIPT, "--part", "coverage", "--executions", plan.tsa_executions, "--repetitions", plan.tsa_seeds, "--jobs", plan.jobs]
    if plan.tsa_executions < PUBLISHED["executions_limit"]:
        argv.append("--no-saturation")  # tables 3 and 5 take the longest
    return argv


def run(plan, results):
    inputs = dependencies.digest("tsa", SCRIPT, *HOME.glob("*/main.c"), *(facts.ROOT / "bench/pairs").glob("*.py"))
    key = {"study": "tsa", "executions_limit": plan.tsa_executions, "seeds": plan.tsa_seeds, "inputs": inputs}
    if results.has(key):
        return
    with tempfile.NamedTemporaryFile("r") as rows:
        done = campaigns.timed([*_command(plan), "--out", rows.name])
        if done.status not in (0, 1):  # 1: something that the study expects does not hold; its text says what
            print(f"tsa: not measured: {done.stderr.strip()[-300:]}", file=sys.stderr)
            return
        results.add({**key, "text": done.stdout, "rows": [json.loads(line) for line in rows], **done.cost})


def record_of(evidence):
    return next((r for r in reversed(evidence.records) if r["study"] == "tsa"), None)


def _threads(path, flags):
    """As many as the program has, by its flags or its source."""
    found = re.search(r"-DTHREADS=(\d+)", flags) or re.search(r"THREADS = (\d+)", path.read_text())
    return found.group(1) if found else "-"


def _sizes(rows):
    """Rows of table 1: of the program that stands for a subject, and what is published."""
    statements = {r["subject"]: r.get("lock_statements", "-") for r in rows if r["study"] == "precision"}
    for path in sorted(HOME.glob("*/main.c")):
        ini = configparser.ConfigParser(interpolation=None)
        ini.read(path.with_name("subject.ini"))
        lines = sum(1 for line in path.read_text().splitlines() if line.strip() and not line.strip().startswith("//"))
        for name in ini.sections():
            if "table1" in ini[name]:
                cells = [name, path.parent.name]
                own = [lines, _threads(path, ini[name]["flags"]), statements.get(name, "-")]
                cells += [f"{mine} ({there})" for mine, there in zip(own, ini[name]["table1"].split())]
                yield "| " + " | ".join(cells) + " |"


# ---- figures ----------------------------------------------------------------------------

def _mean_curve(rows):
    """The mean of curves with the same points."""
    return [(points[0][0], sum(y for _, y in points) / len(points)) for points in zip(*(r["curve"] for r in rows))]


def _charts(rows, until):
    names = dict.fromkeys(r["subject"] for r in rows if r["study"] == "coverage" and r["until"] == until)
    for name in names:
        series = {}
        for schedule, shown in TECHNIQUES.items():
            own = [r for r in rows if r["study"] == "coverage" and r["until"] == until and r["subject"] == name and r["schedule"] == schedule]
            if own:
                series[shown] = _mean_curve(own)
        by_time = until == "saturation"
        yield svg.lines(name, "processor seconds" if by_time else "executions", "pairs covered", series, log_x=not by_time)


def _figures(rows, folder):
    for until, (file, title, text) in FIGURES.items():
        charts = list(_charts(rows, until))
        if charts:
            (folder / file).write_text(svg.grid(charts))
            yield from [f"### {title}", "", text, "", f"![{title}](evaluation/{file})", ""]
        else:
            yield from [f"### {title}", "", "*No results yet.*", ""]


def render(evidence, folder):
    record = record_of(evidence)
    rows = record["rows"] if record else []
    lines = ["### Table 1: subjects", "",
             "In brackets the published size. Lock statements of ours: places at which a lock is taken and that are in some pair.", "",
             "| published subject | ours | lines | threads | lock statements |", "|---|---|---|---|---|", *_sizes(rows), "", "### Tables 2 to 5", ""]
    if not record:
        return [*lines, "*No results yet: `bench/evaluate --part tsa`.*", ""]
    return [*lines, f"`bench/tsa --part coverage --executions {record['executions_limit']} --repetitions {record['seeds']}`; published: "
            f"{PUBLISHED['executions_limit']} executions, {PUBLISHED['seeds']} repetitions. Coverage is saturated when r squared of its regression over "
            "the window is below 0.1, as published, and, which is not published, the last half of the window brought nothing new: r squared is also small "
            "when growth has only just begun.", "", "```", record["text"].strip(), "```", "", *_figures(rows, folder)]
