# SPDX-License-Identifier: Apache-2.0
"""What the controller costs: executions per second of processor time, tsa against random on the same programs."""
import resource

from heddle import build, geometric_mean, run

STUDIES = ["cost"]
ROUNDS = 3
EXECUTIONS = 4000  # and three times as many: the difference leaves out what starting costs


def children_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(program, schedule, executions):
    before = children_seconds()
    run(program, schedule, 1, "--executions", executions, "--oracle", "crash,deadlock")
    return children_seconds() - before


def rows(subjects, work):
    for s in subjects:
        program = build([s.folder / "main.c"], work / f"cost-{s.name}", *s.flags)
        best = {}
        for _ in range(ROUNDS):
            for schedule in ("random", "tsa"):
                for n in (EXECUTIONS, 3 * EXECUTIONS):
                    key = schedule, n
                    best[key] = min(best.get(key, 1e9), seconds(program, schedule, n))
        rate = {w: 2 * EXECUTIONS / max(best[w, 3 * EXECUTIONS] - best[w, EXECUTIONS], 1e-3) for w in ("random", "tsa")}
        yield {"study": "cost", "subject": s.name, "random": rate["random"], "tsa": rate["tsa"],
               "ratio": rate["tsa"] / rate["random"]}


def show(rows):
    print(f"\nCost: executions per second of processor time, best of {ROUNDS}")
    for r in rows:
        print(f"{r['subject']:14} random {r['random']:9.0f}  tsa {r['tsa']:9.0f}  tsa/random {r['ratio']:.2f}")


def judge(rows):
    ratios = [r["ratio"] for r in rows]
    return [(f"executions per second, tsa to random: {geometric_mean(ratios):.2f}, at least {min(ratios):.2f}",
             min(ratios) >= 0.5)]
