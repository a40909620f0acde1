# SPDX-License-Identifier: Apache-2.0
"""Running and timing: what every part of the benchmark uses."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MICRO = ROOT / "bench" / "micro"
LITMUS = ROOT / "tests" / "programs" / "litmus"


class Failure(Exception):
    """A measurement could not be made; the text says why."""


def command(argv, env=None):
    """Runs argv and returns what it printed."""
    done = subprocess.run([str(a) for a in argv], capture_output=True, text=True,
                          env={**os.environ, **(env or {})}, check=False)
    if done.returncode != 0:
        text = (done.stderr or done.stdout).strip()[-800:]
        raise Failure(f"{' '.join(str(a) for a in argv)}: exit {done.returncode}\n{text}")
    return done.stdout


class Figure:
    """Repetitions of one measurement: the median stands for them, the spread says how steady.

    `fastest` is the same figure from the fastest repetitions: what the machine does when nothing disturbs it."""

    def __init__(self, samples, fastest=None):
        self.samples = list(samples)
        self.fastest = min(self.samples) if fastest is None else fastest
        self.median = statistics.median(self.samples)
        low, high = min(self.samples), max(self.samples)
        self.spread = (high - low) / abs(self.median) if self.median else 0.0

    def json(self):
        return {"median": self.median, "fastest": self.fastest, "min": min(self.samples), "max": max(self.samples),
                "spread": round(self.spread, 4), "samples": self.samples}


class Bench:
    """Where things are, how long to measure, and the measurements themselves."""

    def __init__(self, build, quick):
        self.heddle = build / "heddle"
        # Many short repetitions rather than few long ones: a busy machine is slow for seconds at a time.
        self.repetitions = 3 if quick else 7
        self.span = 0.1 if quick else 0.25  # seconds of one repetition, about
        self.quick = quick
        self._room = tempfile.TemporaryDirectory(prefix="heddle-bench-")
        self.room = Path(self._room.name)

    # ---- building --------------------------------------------------------

    def instrument(self, name, sources, flags=()):
        """An executable for heddle, built once: no compile time in any figure."""
        out = self.room / name
        command([self.heddle, "cc", "-O2", "-g", *flags, *sources, "-pthread", "-o", out])
        return out

    def native(self, name, sources, flags=()):
        out = self.room / name
        command(["clang-19", "-O2", "-g", *flags, *sources, "-pthread", "-o", out])
        return out

    # ---- heddle ----------------------------------------------------------

    def run(self, program, executions, schedule="random", args=(), env=None):
        """One campaign with all default oracles: heddle's own JSON result."""
        limit = ["--executions", executions] if executions else []
        text = command([self.heddle, "run", "--schedule", schedule, *limit, "--json", "--quiet",
                        "--out", self.room / "out", program, "--", *args], env)
        result = json.loads(text)
        if result["findings"]:
            raise Failure(f"{program.name} {' '.join(map(str, args))}: heddle reports "
                          f"{result['findings'][0]['kind']}; nothing was measured")
        return result

    def calibrate(self, program, span, schedule="random", args=()):
        """Executions that take about `span` seconds; also the warm-up."""
        n = 200
        while True:
            seconds = self.run(program, n, schedule, args)["seconds"]
            if seconds > 0.02 or n > 10**7:
                return max(20, int(n * span / seconds))
            n *= 10

    def execution(self, program, schedule="random", args=()):
        steady = Steady(self, program, self.span, schedule, args)
        for _ in range(self.repetitions):
            steady.measure()
        return Figure(steady.nanoseconds())

    def slope(self, program, sizes, args, schedule="random"):
        """Nanoseconds per unit, from two sizes of one program at the same number of executions."""
        small, big = sizes
        n = self.calibrate(program, self.span, schedule, args(big))
        unit = 1e9 / n / (big - small)
        low, high = [], []
        for _ in range(self.repetitions):
            low.append(self.run(program, n, schedule, args(small))["seconds"] * unit)
            high.append(self.run(program, n, schedule, args(big))["seconds"] * unit)
        return Figure((b - a for a, b in zip(low, high)), min(high) - min(low))


class Steady:
    """Time per execution in steady state, one repetition at a time.

    Runs of n and of 3n executions give the start-up; it is taken from the fastest of each, once, and
    subtracted from every long run. (A difference within each repetition would double the noise.)"""

    SHORT_RUNS = 3

    def __init__(self, bench, program, span, schedule="random", args=()):
        self.n = bench.calibrate(program, span / 3, schedule, args)
        self._run = lambda n: bench.run(program, n, schedule, args)["seconds"]
        self._short, self._long = [], []

    def measure(self):
        if len(self._short) < self.SHORT_RUNS:
            self._short.append(self._run(self.n))
        self._long.append(self._run(3 * self.n))

    def nanoseconds(self):
        """Of one execution, for each repetition."""
        start_up = (3 * min(self._short) - min(self._long)) / 2
        start_up = min(max(start_up, 0), min(self._short) / 2)
        return [(seconds - start_up) / (3 * self.n) * 1e9 for seconds in self._long]


# ---- printing ------------------------------------------------------------


def amount(value):
    """Three digits and a unit of thousand."""
    for limit, unit in ((1e6, " M"), (1e4, " k")):
        if abs(value) >= limit:
            return f"{value / limit * (10 if unit == ' k' else 1):.3g}{unit}"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def percent(share):
    return f"{100 * share:.0f} %"


def table(title, head, rows):
    """Columns as wide as they must be; the first to the left, the others to the right."""
    rows = [[str(c) for c in r] for r in rows]
    widths = [max(len(r[i]) for r in [head, *rows]) for i in range(len(head))]

    def line(cells):
        first = cells[0].ljust(widths[0])
        return "  ".join([first, *(c.rjust(w) for c, w in zip(cells[1:], widths[1:]))]).rstrip()

    print(f"\n{title}\n{line(head)}\n{'  '.join('-' * w for w in widths)}")
    for row in rows:
        print(line(row))
    sys.stdout.flush()


def verdict(holds):
    return "-" if holds is None else "yes" if holds else "NO"
