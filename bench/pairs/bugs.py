# SPDX-License-Identifier: Apache-2.0
"""Executions until a deadlock is found: tsa, also with the published rules alone, against random, on the programs of tests/programs/wrong
that take locks in opposite orders or lose a wake-up."""
import re

from heddle import ROOT, build, geometric_mean, run

STUDIES = ["bugs"]
FAMILIES = ["c11", "cond", "locks", "misc", "pool", "rwlock", "spin"]
OTHERS = ["self_relock", "missed_unlock"]  # deadlocks of other kinds
SCHEDULES = ["random", "tsa", "tsa --patience 0"]
MOST = 20000  # executions; whoever needs more counts as having found it then


def programs():
    for family in FAMILIES:
        for path in sorted((ROOT / "tests/programs/wrong" / family).glob("*.c")):
            expected = re.match(r"// heddle: (\S+)", path.read_text()).group(1)
            if "deadlock" in expected.split("|") and path.stem not in OTHERS:
                yield f"{family}/{path.stem}", path


def executions_to_find(program, schedule, seed):
    name, *options = schedule.split()
    result = run(program, name, seed, *options, "--oracle", "deadlock", "--executions", MOST)
    return result["findings"][0]["executions_to_find"] if result["findings"] else MOST


def rows(pool, work, seeds=100):
    for name, path in programs():
        program = build([path], work / name.replace("/", "-"))
        for schedule in SCHEDULES:
            found = list(pool.map(lambda s: executions_to_find(program, schedule, s), range(1, seeds + 1)))
            yield {"study": "bugs", "subject": name, "schedule": schedule, "seeds": seeds,
                   "executions": geometric_mean(found), "most": max(found)}


def by_subject(rows):
    found = {}
    for r in rows:
        found.setdefault(r["subject"], {})[r["schedule"]] = r
    return found


def means(rows):
    return {s: geometric_mean(r["executions"] for r in rows if r["schedule"] == s) for s in SCHEDULES}


def show(rows):
    print("\nDeadlocks: executions to find them, geometric mean over seeds (most)")
    print(f"{'':28}" + "".join(f"{s:>18}" for s in SCHEDULES))
    for name, found in by_subject(rows).items():
        print(f"{name:28}" + "".join(f"{found[s]['executions']:10.1f} ({found[s]['most']:5})" for s in SCHEDULES))
    print(f"{'geometric mean':28}" + "".join(f"{m:11.2f}       " for m in means(rows).values()))


def judge(rows):
    m = means(rows)
    return [(f"executions to find a deadlock, geometric mean: {s} {m[s]:.2f}, random {m['random']:.2f}", m[s] <= m["random"])
            for s in SCHEDULES if s != "random"]
