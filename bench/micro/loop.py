# SPDX-License-Identifier: Apache-2.0
"""The whole loop of heddle test, against the engine alone, and where its time goes (CovCon's figure 4)."""

import json

from micro import phases
from micro.measure import MICRO, Figure, amount, command, percent, table, verdict
from micro.profile import sampler
from micro.stack import SOURCES

CLASS = (MICRO / "stack.h", MICRO / "stack.c")
STRATEGIES = ("auto", "covcon", "random")
MARK = 0.5  # of the engine's own rate, for the default strategy


def _campaign(bench, strategy, executions, extra=(), env=None):
    text = command([bench.heddle, "test", "--strategy", strategy, "--executions", executions, "--json", "--quiet",
                    "--out", bench.room / "loop", *CLASS, *extra], env)
    return json.loads(text)


class Rate:
    """Nanoseconds per execution of one strategy: the difference of a long and a short campaign."""

    def __init__(self, bench, strategy, span):
        self._run = lambda n: _campaign(bench, strategy, n)["seconds"]
        self._run(1000)  # builds the harness
        n = 20000
        while self._run(n) < span and n < 10**7:
            n *= 2
        self.n = n
        self.short, self.long = [], []

    def measure(self):
        self.short.append(self._run(self.n // 4))
        self.long.append(self._run(self.n))

    def nanoseconds(self):
        start = min(self.short)
        return [(seconds - start) / (0.75 * self.n) * 1e9 for seconds in self.long]


def _engine(bench, program, n):
    return bench.run(program, n)["seconds"] / n * 1e9


def _rates(bench):
    program = bench.instrument("loop-engine", SOURCES)
    n = bench.calibrate(program, bench.span)
    loops = {s: Rate(bench, s, bench.span) for s in STRATEGIES}
    engine = []
    for _ in range(bench.repetitions):
        engine.append(_engine(bench, program, n))
        for rate in loops.values():
            rate.measure()
    return Figure(engine), {s: Figure(r.nanoseconds()) for s, r in loops.items()}


def _breakdown(bench, strategy):
    path = bench.room / "loop-samples"
    _campaign(bench, strategy, 300000 if bench.quick else 1000000, [sampler(bench.room), "--allow-files"], {"BENCH_SAMPLES": str(path)})
    return phases.shares(bench.room / "loop", path)


def run(bench):
    engine, loops = _rates(bench)
    rows = [["the engine alone (stack test)", amount(1e9 / engine.median), amount(engine.median), amount(engine.fastest), "",
             "", ""]]
    shares = {}
    for name, figure in loops.items():
        shares[name] = engine.median / figure.median
        rows.append([f"heddle test --strategy {name}", amount(1e9 / figure.median), amount(figure.median),
                     amount(figure.fastest), percent(shares[name]), percent(engine.fastest / figure.fastest),
                     verdict(shares[name] >= MARK) if name == "auto" else "-"])
    table("The whole loop on the stack class, all oracles",
          ["", "executions/s", "ns", "fastest", "of the engine", "fastest", "half"], rows)

    parts = {s: _breakdown(bench, s) for s in STRATEGIES}
    table("Where the loop spends its time (figure 4 of the CovCon paper: most in generation)", ["", *STRATEGIES],
          [[kind, *(percent(parts[s][kind]) for s in STRATEGIES)] for kind in phases.KINDS])
    return {"engine_ns": engine.json(), "loops_ns": {s: f.json() for s, f in loops.items()}, "share": shares,
            "breakdown": parts}
