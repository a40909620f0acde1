# SPDX-License-Identifier: Apache-2.0
"""What one access, switch, lock, allocation and thread costs: slopes between two sizes of one program."""

from micro.measure import MICRO, percent, table

# name in bench.json, KIND of costs.c, schedule, sizes, what one unit is
ROWS = (
    ("access_alone", "alone", "random", (100, 1100), "access before any thread exists"),
    ("access_private", "private", "random", (100, 1100), "access, private to a thread"),
    ("access_guarded", "guarded", "random", (100, 1100), "access, shared, inside a critical section"),
    ("access_shared_os", "shared", "os", (100, 1100), "access, shared, os (hardly any switch)"),
    ("access_shared", "shared", "random", (100, 1100), "access, shared, random (switch at every 2nd)"),
    ("atomic_read_os", "atomic_read", "os", (100, 1100), "atomic load, relaxed, os"),
    ("atomic_read", "atomic_read", "random", (100, 1100), "atomic load, relaxed, random"),
    ("atomic_add_os", "atomic_add", "os", (100, 1100), "atomic fetch-add, seq_cst, os"),
    ("atomic_add", "atomic_add", "random", (100, 1100), "atomic fetch-add, seq_cst, random"),
    ("yield", "yield", "random", (50, 550), "sched_yield (a switch each)"),
    ("lock_own_os", "lock_own", "os", (50, 550), "lock + unlock, own mutex, os"),
    ("lock_own", "lock_own", "random", (50, 550), "lock + unlock, own mutex, random"),
    ("lock_shared", "lock_shared", "random", (50, 550), "lock + unlock, shared mutex, random"),
    ("malloc_os", "malloc", "os", (50, 550), "malloc + free, os"),
    ("malloc", "malloc", "random", (50, 550), "malloc + free, random"),
    ("call", "call", "random", (100, 1100), "call of an external function"),
    ("create_join", "create", "random", (10, 90), "thread create + join"),
)


def run(bench):
    program = bench.instrument("costs", [MICRO / "costs.c"])
    figures = {name: bench.slope(program, sizes, lambda count, kind=kind: [kind, count], schedule)
               for name, kind, schedule, sizes, _ in ROWS}
    rows = [[text, f"{figures[name].median:.1f}", f"{figures[name].fastest:.1f}", percent(figures[name].spread)]
            for name, _, _, _, text in ROWS]
    # Random leaves a thread at half of the points where two can run; os at hardly any.
    switch = {which: 2 * (getattr(figures["access_shared"], which) - getattr(figures["access_shared_os"], which))
              for which in ("median", "fastest")}
    rows.append(["switch = 2 x (shared access random - os)", f"{switch['median']:.1f}", f"{switch['fastest']:.1f}", ""])
    floor = bench.execution(program, args=["create", 0])
    rows.append(["execution of a main that does nothing", f"{floor.median:.0f}", f"{floor.fastest:.0f}",
                 percent(floor.spread)])
    table("Costs in nanoseconds", ["one", "median", "fastest", "spread"], rows)
    return {"nanoseconds": {**{name: f.median for name, f in figures.items()}, "switch": switch["median"],
                            "empty_execution": floor.median},
            "fastest": {**{name: f.fastest for name, f in figures.items()}, "switch": switch["fastest"],
                        "empty_execution": floor.fastest},
            "figures": {name: f.json() for name, f in figures.items()}}
