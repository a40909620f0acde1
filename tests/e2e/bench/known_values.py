# SPDX-License-Identifier: Apache-2.0
"""The evaluation's statistics against values from textbooks and other software."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "bench"))

from evaluation import stats  # noqa: E402

CASES = {
    "tau, ties": (stats.tau_b([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]), -0.47140452079103173),
    "tau, same order": (stats.tau_b([1, 2, 3, 4], [10, 20, 30, 40]), 1.0),
    "tau, one side constant": (stats.tau_b([1, 2, 3], [5, 5, 5]), None),
    "mann-whitney, exact": (stats.mann_whitney([19, 22, 16, 29, 24], [20, 11, 17, 12]), 1 / 9),
    "mann-whitney, disjoint": (stats.mann_whitney([1, 2, 3], [4, 5, 6]), 0.1),
    "mann-whitney, not found": (stats.mann_whitney([float("inf")] * 3, [float("inf")] * 3), 1.0),
    "sign test": (stats.sign_test(9, 1), 0.021484375),
}
wrong = {name: got for name, (got, want) in CASES.items()
         if got != want and (got is None or want is None or abs(got - want) > 1e-12)}
print(wrong or f"{len(CASES)} right")
sys.exit(bool(wrong))
