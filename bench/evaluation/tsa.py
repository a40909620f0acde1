# SPDX-License-Identifier: Apache-2.0
"""TSA's tables 1 to 5: table 1 from subject.ini, the others run and printed by bench/tsa and kept as a record."""

import configparser
import subprocess
import sys

from evaluation import dependencies, facts

SCRIPT = facts.ROOT / "bench" / "tsa"
HOME = facts.ROOT / "bench" / "subjects"
PUBLISHED = {"executions_limit": 500, "seeds": 30}


def run(plan, results):
    """As many repetitions as there are seeds."""
    inputs = dependencies.digest("tsa", SCRIPT, *HOME.glob("*/main.c"))
    key = {"study": "tsa", "executions_limit": plan.tsa_executions, "seeds": plan.seeds, "inputs": inputs}
    if results.has(key):
        return
    argv = [SCRIPT, "--part", "coverage", "--executions", key["executions_limit"], "--repetitions", plan.seeds,
            "--jobs", plan.jobs]
    if plan.tsa_executions < PUBLISHED["executions_limit"]:
        argv.append("--no-saturation")  # tables 3 and 5 take the longest
    done = subprocess.run([str(a) for a in argv], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1: something that the study expects does not hold; its text says what
        print(f"tsa: not measured: {done.stderr.strip()[-300:]}", file=sys.stderr)
        return
    results.add({**key, "text": done.stdout})


def _sizes():
    """Rows of table 1: what is published, and the lines of the program that stands for it."""
    for path in sorted(HOME.glob("*/main.c")):
        ini = configparser.ConfigParser(interpolation=None)
        ini.read(path.with_name("subject.ini"))
        lines = sum(1 for line in path.read_text().splitlines() if line.strip() and not line.strip().startswith("//"))
        for name in ini.sections():
            if "table1" in ini[name]:
                yield f"| {name} | {path.parent.name} | {lines} | " + " | ".join(ini[name]["table1"].split()) + " |"


def render(evidence):
    lines = ["### Table 1: subjects", "",
             "| published subject | ours | lines, ours | lines, published | threads, published | synchronised statements, published |",
             "|---|---|---|---|---|---|", *_sizes(), "", "### Tables 2 to 5", ""]
    record = next((r for r in reversed(evidence.records) if r["study"] == "tsa"), None)
    if not record:
        return [*lines, "*No results yet: `bench/evaluate --part tsa`.*", ""]
    return [*lines, f"`bench/tsa --part coverage --executions {record['executions_limit']} --repetitions {record['seeds']}`; published: "
            f"{PUBLISHED['executions_limit']} executions, {PUBLISHED['seeds']} repetitions.", "",
            "```", record["text"].strip(), "```", ""]
