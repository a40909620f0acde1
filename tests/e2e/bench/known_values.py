# SPDX-License-Identifier: Apache-2.0
"""The evaluation's statistics against values from textbooks and other software, and its judgement of records made by hand."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "bench"))

from evaluation import claims, evidence, stats, subjects  # noqa: E402
from evaluation.campaigns import Config  # noqa: E402


def _record(subject, strategy, seed, executions, processor):
    """Of a run that found the bug, or (executions None) did not; it had a processor for a part of 2 seconds."""
    found = executions is not None
    return {"study": "bugs", "subject": subject.name, "strategy": strategy, "schedule": "default", "all_oracles": False, "seed": seed,
            "found": found, "executions_to_find": executions, "seconds_to_find": 1.0 if found else None, "executions": 1000,
            "findings": [], "processor_seconds": processor, "elapsed_seconds": 2.0}


def _six_to_none():
    """covcon is sooner than random on six subjects by executions, and neither by processor time."""
    some = [s for s in subjects.discover() if "covcon" in s.papers][:6]
    records = [_record(s, strategy, seed, n, processor) for s in some for seed in (1, 2)
               for strategy, n, processor in (("covcon", 10 + seed, 2.0), ("random", 500 if seed == 1 else None, 1.0))]
    return evidence.Evidence(some, records)


def _judged(**how):
    answer = claims.sooner(Config("covcon"), Config("random"), "covcon", **how)(_six_to_none())
    return answer.ours.split(" (")[0], answer.verdict, answer.p



CASES = {
    "tau, ties": (stats.tau_b([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]), -0.47140452079103173),
    "tau, same order": (stats.tau_b([1, 2, 3, 4], [10, 20, 30, 40]), 1.0),
    "tau, one side constant": (stats.tau_b([1, 2, 3], [5, 5, 5]), None),
    "mann-whitney, exact": (stats.mann_whitney([19, 22, 16, 29, 24], [20, 11, 17, 12]), 1 / 9),
    "mann-whitney, disjoint": (stats.mann_whitney([1, 2, 3], [4, 5, 6]), 0.1),
    "mann-whitney, not found": (stats.mann_whitney([float("inf")] * 3, [float("inf")] * 3), 1.0),
    "sign test": (stats.sign_test(9, 1), 0.021484375),
    "mann-whitney, thirty": (stats.mann_whitney(range(30), range(30, 60)), 2 / 118264581564861424),
    "a claim that holds": (_judged(), ("sooner : later 6 : 0", claims.HOLDS, 0.03125)),
    "processor time": (_six_to_none().times(_six_to_none().subjects[0], Config("random")).seconds, [0.5, None]),
    "the newest record counts": ([r["commit"] for r in evidence.newest(
        [{"study": "bugs", "seed": s, "inputs": i, "commit": i} for s, i in ((1, "old"), (2, "old"), (1, "new"))])], ["new", "old"]),
    "not measured": (claims.sooner(Config("maptest"), Config("random"), "maptest")(_six_to_none()), None),
}


def _differs(got, want):
    return got != want and not (isinstance(got, float) and isinstance(want, float) and abs(got - want) <= 1e-12)


wrong = {name: got for name, (got, want) in CASES.items() if _differs(got, want)}
print(wrong or f"{len(CASES)} right")
sys.exit(bool(wrong))
