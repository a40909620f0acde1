#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How near the machine that rnd-y, rnd-s10 and rnd-s100 simulate is to a real one: the same programs with the same
disturbances as ordinary processes on real threads (native.c) and on virtual time, pairs covered by as many executions.
See docs/tsa-baselines.md. The real machine takes about 15 minutes, most of them asleep.

  native.py --real FILE       measures the real machine, writes JSON
  native.py FILE              measures the simulated one and compares
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import coverage
from heddle import HEDDLE, build, mean

PROBABILITIES = [0.1, 0.3, 0.5]
TSA = "tsa", None
VARIANTS = [(noise, p) for noise in coverage.NOISES for p in PROBABILITIES]
AT_A_TIME = {"rnd-y": 1, "rnd-s10": 8, "rnd-s100": 80}  # processes; those that sleep hardly disturb each other
SLEEPING = 3  # programs at a time, of the techniques that sleep


# ---- the real machine ------------------------------------------------------------------------

def build_native(subject, work):
    program = work / f"{subject.name}-native"
    part = f"{program}.o"
    subprocess.run([HEDDLE, "cc", "-O1", "-g", "-fno-inline", *subject.flags, "-c", subject.folder / "main.c", "-o", part],
                   check=True)
    source = pathlib.Path(__file__).with_name("native.c")
    subprocess.run([os.environ.get("CC", "clang"), "-O2", "-g", "-no-pie", source, part, "-lpthread", "-o", program], check=True)
    return program


def execute(program, variant, executions, seed):
    """Pairs of one execution, on average, and of all together."""
    noise, probability = variant
    command = [program, noise.removeprefix("rnd-"), probability, executions, AT_A_TIME[noise], seed]
    done = subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True)
    rows = [[int(n) for n in line.split()] for line in done.stdout.splitlines()]
    return mean(r[0] for r in rows), rows[-1][1]


def real(work, executions, repetitions, only):
    programs = [(s, build_native(s, work)) for s in coverage.subjects(only)]
    for techniques, at_a_time in ((["rnd-y"], 1), (["rnd-s10", "rnd-s100"], SLEEPING)):
        with concurrent.futures.ThreadPoolExecutor(at_a_time) as pool:
            futures = {(i, v): [pool.submit(execute, program, v, executions, 1 + r) for r in range(repetitions)]
                       for i, (_, program) in enumerate(programs) for v in VARIANTS if v[0] in techniques}
            for (i, variant), of_variant in futures.items():
                yield programs[i][0], variant, [f.result() for f in of_variant]


# ---- the simulated one ------------------------------------------------------------------------

def simulate(program, variant, executions, seed):
    growth = coverage.measure(program, variant, seed, executions)["growth"]
    return growth[0][1], growth[-1][1]


def simulated(work, executions, repetitions, only):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for subject in coverage.subjects(only):
            program = build([subject.folder / "main.c"], work / subject.name, *subject.flags)
            futures = {v: [pool.submit(simulate, program, v, executions, 1 + i) for i in range(repetitions)]
                       for v in VARIANTS + [TSA]}
            for variant, of_variant in futures.items():
                yield subject, variant, [f.result() for f in of_variant]


# ---- both ---------------------------------------------------------------------------------------

def measure(cells):
    """{'subject technique probability': [pairs of one execution, pairs of all]}, averages over repetitions."""
    measured = {}
    for subject, (noise, probability), runs in cells:
        measured[f"{subject.name} {noise} {probability}"] = [mean(r[i] for r in runs) for i in (0, 1)]
        print(f"{subject.name} {noise} {probability}", file=sys.stderr, flush=True)
    return measured


def difference(real_cells, model_cells, noise, column):
    return mean(abs(model_cells[k][column] - v[column]) / v[column] for k, v in real_cells.items() if noise in k.split())


def compare(real_cells, model_cells):
    """Real and simulated side by side, the distance between them; and tsa beside the best of the real ones."""
    subjects = [s for s in coverage.subjects() if f"{s.name} tsa None" in model_cells]
    real_cells = {k: v for k, v in real_cells.items() if k in model_cells}
    print(f"{'':12}" + "".join(f"{n:>18}" for n in coverage.NOISES) + f"{'best real':>12}{'tsa':>10}   real/simulated, mean of probabilities")
    not_behind = 0
    for subject in subjects:
        row = ""
        for noise in coverage.NOISES:
            keys = [f"{subject.name} {noise} {p}" for p in PROBABILITIES]
            row += f"{'/'.join(f'{mean(c[k][1] for k in keys):.1f}' for c in (real_cells, model_cells)):>18}"
        best = max(v[1] for k, v in real_cells.items() if k.split()[0] == subject.name)
        tsa = model_cells[f"{subject.name} tsa None"][1]
        not_behind += tsa >= best
        print(f"{subject.name:12}{row}{best:12.1f}{tsa:10.1f}")
    for column, what in ((1, "all executions together"), (0, "one execution")):
        parts = [difference(real_cells, model_cells, n, column) for n in coverage.NOISES]
        print(f"pairs of {what}: mean relative difference {100 * mean(parts):.2f} % "
              f"({', '.join(f'{n} {100 * d:.2f}' for n, d in zip(coverage.NOISES, parts))})")
    print(f"tsa covers at least as many pairs as the best of {len(VARIANTS)} on the real machine: {not_behind} of {len(subjects)} programs")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", help="what the real machine gave, JSON")
    parser.add_argument("--real", action="store_true", help="measure it now")
    parser.add_argument("--executions", type=int, default=100)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--only", default="", help="programs whose name contains this; --real leaves what FILE says about others")
    args = parser.parse_args()
    path = pathlib.Path(args.file)
    known = json.loads(path.read_text()) if path.exists() else {}
    with tempfile.TemporaryDirectory() as work:
        measured = measure((real if args.real else simulated)(pathlib.Path(work), args.executions, args.repetitions, args.only))
    if args.real:
        path.write_text(json.dumps(known | measured, indent=1))
    else:
        compare(known, measured)


if __name__ == "__main__":
    main()
