# SPDX-License-Identifier: Apache-2.0
"""ConSuite's and ConCrash's sections: scripts of their own, which keep what they ran and write docs/evaluation/."""

import subprocess
import sys

from evaluation import campaigns, dependencies, facts

# Script -> strategies that it runs.
USES = {"consuite": ["consuite"], "concrash": ["concrash", "random", "covcon", "auto"]}


def _kept(name, script):
    """Where its runs are kept: elsewhere when sources that it depends on have changed."""
    files = [script, *sorted((facts.ROOT / "bench/subjects").glob("*/*.[ch]"))]
    inputs = facts.digest_of(dependencies.digest(strategy, *files) for strategy in USES[name])
    return campaigns.BUILD / f"{name}-{inputs}.jsonl"


def _start(name):
    script = facts.ROOT / "bench" / name
    return subprocess.Popen([script, "--heddle", campaigns.HEDDLE, "--write", "--out", _kept(name, script)], stdout=subprocess.DEVNULL)


def run(names):
    """All of them at a time: each runs one campaign after the other."""
    started = {name: _start(name) for name in names if name in USES}
    for name, process in started.items():
        if process.wait():
            print(f"{name}: not measured: status {process.returncode}", file=sys.stderr)
