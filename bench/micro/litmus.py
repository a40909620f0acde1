# SPDX-License-Identifier: Apache-2.0
"""The programs of LITMUS.md, beside the rates published there for other engines.

Those rates were measured once, on another machine of this kind (+-30 %); they are not measured here."""

from micro.measure import LITMUS, Figure, amount, percent, table, verdict

PUBLISHED = "LITMUS.md, 2026-11-15, +-30 %"
FIRST_MARK = 500e3  # executions per second, random, on the small sizes
RELACY = {("counter", 2): 726e3, ("counter", 7): 287e3, ("treiber", 1): 847e3,
          ("treiber", 2): 523e3, ("queue", 2): 604e3, ("queue", 7): 218e3}
SMALL = {("counter", 2), ("treiber", 1), ("queue", 2)}
# Executions that there are; GenMC's rate (upper end), Nidhugg's with source and optimal reduction.
EXHAUSTIVE = {("counter", 7): (9438, 14e3, 9.5e3, 7.8e3), ("treiber", 2): (6372, 12.9e3, 5.3e3, 3.2e3),
              ("queue", 7): (8192, None, 5.5e3, 5.1e3)}


def _build(bench, name, n):
    return bench.instrument(f"{name}-{n}", [LITMUS / f"{name}.c"], [f"-DN={n}"])


def _random(bench):
    rows = []
    for (name, n), relacy in RELACY.items():
        figure = bench.execution(_build(bench, name, n))
        rate = 1e9 / figure.median
        rows.append({"program": name, "n": n, "executions_per_second": rate, "spread": figure.spread,
                     "relacy_published": relacy, "times_relacy": rate / relacy,
                     "mark_holds": rate >= FIRST_MARK if (name, n) in SMALL else None,
                     "goal_holds": rate >= 2 * relacy})
    table(f"LITMUS, random (published: {PUBLISHED})",
          ["program", "executions/s", "spread", "Relacy, published", "times", "0.5 M/s", "2x Relacy"],
          [[f"{r['program']} {r['n']}", amount(r["executions_per_second"]), percent(r["spread"]),
            amount(r["relacy_published"]), f"{r['times_relacy']:.2f}", verdict(r["mark_holds"]),
            verdict(r["goal_holds"])] for r in rows])
    return rows


def _explore(bench, program):
    """Seconds of the whole search without start-up, executions and blocked explorations."""
    first = bench.run(program, 1, "dpor")["seconds"]
    whole = bench.run(program, 0, "dpor")
    return whole["seconds"] - first, whole["executions"], whole["coverage"]["blocked"]


def _dpor(bench):
    rows = []
    for (name, n), (exact, genmc, source, optimal) in EXHAUSTIVE.items():
        program = _build(bench, name, n)
        _explore(bench, program)
        # The searches are short: more repetitions.
        runs = [_explore(bench, program) for _ in range(2 * bench.repetitions + 1)]
        figure = Figure((executions - 1) / seconds for seconds, executions, _ in runs)
        best = max(source, optimal)
        rows.append({"program": name, "n": n, "executions_per_second": figure.median, "spread": figure.spread,
                     "executions": runs[0][1], "exact": runs[0][1] == exact, "blocked": runs[0][2],
                     "genmc_published": genmc, "nidhugg_source_published": source,
                     "nidhugg_optimal_published": optimal,
                     "times_genmc": figure.median / genmc if genmc else None,
                     "times_nidhugg": figure.median / best,
                     "mark_holds": figure.median >= 20 * genmc if genmc else None,
                     "goal_holds": figure.median >= 20 * max(genmc or 0, best)})
    table(f"LITMUS, dpor (published: {PUBLISHED})",
          ["program", "executions/s", "spread", "executions", "exact", "blocked", "GenMC", "times",
           "Nidhugg s/o", "times", "20x GenMC", "20x both"],
          [[f"{r['program']} {r['n']}", amount(r["executions_per_second"]), percent(r["spread"]), r["executions"],
            verdict(r["exact"]), r["blocked"], amount(r["genmc_published"]) if r["genmc_published"] else "-",
            f"{r['times_genmc']:.1f}" if r["times_genmc"] else "-",
            f"{amount(r['nidhugg_source_published'])}/{amount(r['nidhugg_optimal_published'])}",
            f"{r['times_nidhugg']:.1f}", verdict(r["mark_holds"]), verdict(r["goal_holds"])] for r in rows])
    return rows


def run(bench):
    return {"published_from": PUBLISHED, "random": _random(bench), "dpor": _dpor(bench)}
