# SPDX-License-Identifier: Apache-2.0
"""The stack-like class: heddle against real threads, against ThreadSanitizer, against plain calls."""

from micro.measure import MICRO, Failure, Figure, Steady, amount, command, percent, table, verdict

# name in bench.json, what it is, first mark, goal; ratios must be at least, costs at most.
MARKS = (
    ("ratio_pthreads", "times two real pthreads per test", 50, 100, True),
    ("ratio_tsan", "times those under ThreadSanitizer", 150, 300, True),
    ("cost_native", "times the cost of native sequential calls", 12, 6, False),
)
SOURCES = (MICRO / "stack_test.c", MICRO / "stack.c")


def _rate(program, mode, span, core=None):
    prefix = ["taskset", "-c", str(core)] if core is not None else []
    return float(command([*prefix, program, mode, span]))


def _contestants(bench, span):
    """Name -> a function that measures tests per second once."""
    native = bench.native("stack-native", SOURCES, ["-DLOOP"])
    natives = {
        "pthreads": lambda: _rate(native, "threads", span),
        "pthreads_one_core": lambda: _rate(native, "threads", span, 0),
        "sequential": lambda: _rate(native, "sequential", span),
    }
    try:
        tsan = bench.native("stack-tsan", SOURCES, ["-DLOOP", "-fsanitize=thread"])
        _rate(tsan, "threads", 0.05)
    except Failure as why:
        print(f"ThreadSanitizer is not measured (libclang-rt-19-dev installed?): {why}")
        return natives
    natives["tsan"] = lambda: _rate(tsan, "threads", span)
    natives["tsan_one_core"] = lambda: _rate(tsan, "threads", span, 0)
    return natives


def _rounds(bench, program):
    """All contestants in turn, in many short rounds, so that whatever slows the machine slows all of them."""
    span = bench.span / 3
    natives = _contestants(bench, span)
    heddle = Steady(bench, program, span)
    rates = {name: [] for name in natives}
    for _ in range(3 * bench.repetitions):
        heddle.measure()
        for name, measure in natives.items():
            rates[name].append(measure())
    return {"heddle": [1e9 / ns for ns in heddle.nanoseconds()], **rates}


def _ratios(rates):
    over = {"ratio_pthreads": "pthreads", "ratio_tsan": "tsan",
            "ratio_pthreads_one_core": "pthreads_one_core", "ratio_tsan_one_core": "tsan_one_core"}
    mine = rates["heddle"]
    ratios = {key: Figure((a / b for a, b in zip(mine, rates[name])), max(mine) / max(rates[name]))
              for key, name in over.items() if name in rates}
    plain = rates["sequential"]
    ratios["cost_native"] = Figure((d / a for a, d in zip(mine, plain)), max(plain) / max(mine))
    return ratios


def _marks(ratios):
    marks = []
    for key, text, mark, goal, at_least in MARKS:
        value = ratios[key].median if key in ratios else None
        reached = lambda limit: None if value is None else value >= limit if at_least else value <= limit
        marks.append({"name": key, "text": text, "value": value, "mark": mark, "holds": reached(mark),
                      "goal": goal, "goal_holds": reached(goal)})
    return marks


TEXTS = {
    "heddle": "heddle, random, all oracles",
    "pthreads": "two pthreads per test",
    "pthreads_one_core": "the same on one core",
    "tsan": "two pthreads per test, TSan",
    "tsan_one_core": "the same on one core",
    "sequential": "native, sequential, no threads",
}


def _mark_row(mark, figure):
    measured = ["not measured", "", ""]
    if figure:
        measured = [f"{amount(figure.median)}x", f"{amount(figure.fastest)}x",
                    f"{amount(min(figure.samples))}-{amount(max(figure.samples))}"]
    return [mark["text"], *measured, mark["mark"], verdict(mark["holds"]), mark["goal"], verdict(mark["goal_holds"])]


def run(bench):
    program = bench.instrument("stack", SOURCES)
    steps = bench.run(program, 1000)["coverage"]["steps"] / 1000
    rates = _rounds(bench, program)
    ratios, figures = _ratios(rates), {name: Figure(s, max(s)) for name, s in rates.items()}
    marks = _marks(ratios)

    print(f"\nOne test of the stack is {steps:g} events: about 30 accesses, 6 critical sections, "
          "5 malloc and 5 free, 2 threads.")
    table("Stack-like class", ["", "tests/s", "ns/test", "fastest", "spread", "heddle is"],
          [[TEXTS[n], amount(f.median), amount(1e9 / f.median), amount(1e9 / f.fastest), percent(f.spread),
            f"{amount(figures['heddle'].median / f.median)}x" if n != "heddle" else ""]
           for n, f in figures.items()])
    table("Marks", ["", "measured", "fastest", "from-to", "first mark", "holds", "goal", "holds"],
          [_mark_row(m, ratios.get(m["name"])) for m in marks])
    return {"executions_per_second": figures["heddle"].median, "steps": steps, "marks": marks,
            **{key: f.median for key, f in ratios.items()},
            "rates": {name: f.json() for name, f in figures.items()},
            "ratios": {key: f.json() for key, f in ratios.items()}}
