# SPDX-License-Identifier: Apache-2.0
"""What the parts of bench/tsa share: building programs and running heddle on them."""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from evaluation.campaigns import timed

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HEDDLE = ROOT / os.environ.get("BUILD", "build") / "heddle"


def build(sources, program, *flags):
    subprocess.run([HEDDLE, "cc", "-O1", "-g", *flags, *sources, "-o", program, "-lpthread"], check=True)
    return program


def run(program, schedule, seed, *options):
    """What heddle says about one campaign, and how much of the time by the clock it had a processor; statuses other than
    0 and 1 are errors."""
    with tempfile.TemporaryDirectory() as out:
        done = timed([HEDDLE, "run", "--json", "--out", out, "--schedule", schedule, "--seed", seed, *options, program])
    if done.status not in (0, 1):
        raise RuntimeError(f"{program}: {schedule} ended with status {done.status}\n{done.stderr}")
    return {**json.loads(done.stdout), "processor_share": done.processor / done.elapsed}


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def geometric_mean(values):
    return math.exp(mean(math.log(v) for v in values))
