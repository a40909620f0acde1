# SPDX-License-Identifier: Apache-2.0
"""Does cost stay linear as tests grow, in accesses and in threads?"""

from micro.measure import MICRO, Figure, Steady, amount, percent, table

SIZES = (10, 100, 1000, 10000)
THREADS = (2, 8, 32, 100)
PER_THREAD = 20
FACTOR = 2  # cost is linear if the dearest unit costs at most this many times the cheapest


def _rounds(bench, program, cases):
    """Nanoseconds per execution of each argument list, all in turn in each round."""
    runs = [Steady(bench, program, bench.span / 3, args=args) for args in cases]
    for _ in range(2 * bench.repetitions):
        for one in runs:
            one.measure()
    return [one.nanoseconds() for one in runs]


def _per_access(empty, full, accesses):
    """What the accesses of `full` add to `empty`, per access."""
    return Figure(((b - a) / accesses for a, b in zip(empty, full)), (min(full) - min(empty)) / accesses)


def _point(key, value, full, unit):
    return {key: value, "executions_per_second": 1e9 / Figure(full).median, "ns_per_access": unit.median,
            "ns_per_access_fastest": unit.fastest, "spread": unit.spread}


def _linear(series, key):
    """Judged by the fastest repetitions: a small test's accesses drown in the noise of its fixed cost."""
    costs = [point[key] for point in series]
    if min(costs) <= 0:  # less than the noise
        return {"largest_to_smallest": None, "worst_growth": None, "linear": None}
    ratio = costs[-1] / costs[0]
    worst = max(b / a for i, a in enumerate(costs) for b in costs[i + 1:])
    return {"largest_to_smallest": ratio, "worst_growth": worst, "linear": ratio <= FACTOR}


def _accesses(bench, program, spread):
    empty, *columns = _rounds(bench, program, [[2, size, spread] for size in (0, *SIZES)])
    series = [_point("accesses", size, full, _per_access(empty, full, size))
              for size, full in zip(SIZES, columns)]
    return {"fixed_ns": Figure(empty).median, "series": series, **_linear(series, "ns_per_access_fastest")}


def _threads(bench, program):
    cases = [[t, n, 0] for t in THREADS for n in (0, t * PER_THREAD)]
    columns = _rounds(bench, program, cases)
    series = []
    for threads, empty, full in zip(THREADS, columns[::2], columns[1::2]):
        point = _point("threads", threads, full, _per_access(empty, full, threads * PER_THREAD))
        series.append({**point, "ns_per_thread": Figure(empty).median / threads,
                       "ns_per_thread_fastest": min(empty) / threads})
    return {"series": series, **_linear(series, "ns_per_access_fastest"),
            "threads": _linear(series, "ns_per_thread_fastest")}


def _print_accesses(title, result):
    table(f"{title} (fixed cost {amount(result['fixed_ns'])} ns, subtracted)",
          ["accesses", "executions/s", "ns/access", "fastest", "spread"],
          [[s["accesses"], amount(s["executions_per_second"]), f"{s['ns_per_access']:.1f}",
            f"{s['ns_per_access_fastest']:.1f}", percent(s["spread"])] for s in result["series"]])
    _say("access", result)


def _say(unit, result):
    if result["linear"] is None:
        print(f"cost per {unit}: too noisy to say whether it is linear")
        return
    print(f"cost per {unit}, largest / smallest test: {result['largest_to_smallest']:.2f}"
          f" -> {'linear' if result['linear'] else 'NOT linear'} (at most {FACTOR});"
          f" worst of any larger to any smaller: {result['worst_growth']:.2f}")


def run(bench):
    program = bench.instrument("scaling", [MICRO / "scaling.c"])
    shared = _accesses(bench, program, 0)
    _print_accesses("Scaling: two threads, shared accesses to eight words", shared)
    distinct = _accesses(bench, program, 1)
    _print_accesses("Scaling: two threads, each access to another word", distinct)
    threads = _threads(bench, program)
    table(f"Scaling: threads of {PER_THREAD} shared accesses each",
          ["threads", "executions/s", "ns/thread", "ns/access", "fastest", "spread"],
          [[s["threads"], amount(s["executions_per_second"]), amount(s["ns_per_thread"]),
            f"{s['ns_per_access']:.1f}", f"{s['ns_per_access_fastest']:.1f}", percent(s["spread"])]
           for s in threads["series"]])
    _say("access", threads)
    _say("thread", threads["threads"])
    return {"shared": shared, "distinct": distinct, "threads": threads}
