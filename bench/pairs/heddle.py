# SPDX-License-Identifier: Apache-2.0
"""What the parts of bench/tsa share: building programs and running heddle on them."""
import json
import math
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HEDDLE = ROOT / os.environ.get("BUILD", "build") / "heddle"


def build(sources, program, *flags):
    subprocess.run([HEDDLE, "cc", "-O1", "-g", *flags, *sources, "-o", program, "-lpthread"], check=True)
    return program


def run(program, schedule, seed, *options):
    """What heddle says about one campaign; statuses other than 0 and 1 are errors."""
    with tempfile.TemporaryDirectory() as out:
        command = [HEDDLE, "run", "--json", "--out", out, "--schedule", schedule, "--seed", str(seed), *options,
                   program]
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{program}: {schedule} ended with status {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def geometric_mean(values):
    return math.exp(mean(math.log(v) for v in values))
