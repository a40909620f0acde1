# SPDX-License-Identifier: Apache-2.0
"""TSA's tables: run and printed by bench/tsa, kept as a record, shown as they are."""

import subprocess
import sys

from evaluation import campaigns, facts

SCRIPT = facts.ROOT / "bench" / "tsa"
PUBLISHED = {"executions_limit": 500, "seeds": 30}


def run(plan, results):
    """As many repetitions as there are seeds."""
    programs = sorted((facts.ROOT / "bench" / "subjects").glob("*/main.c"))
    inputs = facts.digest([*(campaigns.BUILD / p for p in campaigns.PARTS), SCRIPT, *programs])
    key = {"study": "tsa", "executions_limit": plan.tsa_executions, "seeds": plan.seeds, "inputs": inputs}
    if results.has(key):
        return
    argv = [SCRIPT, "--executions", key["executions_limit"], "--repetitions", plan.seeds, "--jobs", plan.jobs]
    done = subprocess.run([str(a) for a in argv], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"tsa: not measured: {done.stderr.strip()[-300:]}", file=sys.stderr)
        return
    results.add({**key, "text": done.stdout})


def render(evidence):
    record = next((r for r in reversed(evidence.records) if r["study"] == "tsa"), None)
    if not record:
        return ["*No results yet: `bench/evaluate --part tsa`.*", ""]
    return [f"`bench/tsa --executions {record['executions_limit']} --repetitions {record['seeds']}`; published: "
            f"{PUBLISHED['executions_limit']} executions, {PUBLISHED['seeds']} repetitions.", "",
            "```", record["text"].strip(), "```", ""]
