# SPDX-License-Identifier: Apache-2.0
"""Which part of the loop of heddle test samples fall into: the parts of CovCon's figure 4."""

import collections

from micro.profile import frames_of, read_samples

PHASES = {1: "test generation", 2: "test execution", 3: "thread-safety oracle"}
COVERAGE = "coverage tracking and prioritization"
REST = "the rest"
KINDS = [*PHASES.values(), COVERAGE, REST]
COVERAGE_FILES = {"pairs.c", "pairs.h", "method_pairs.c", "metrics.c", "reads_from.c"}
COVERAGE_FUNCTIONS = {"prioritize", "hd_covcon_next_pair"}


def _kind(frames, phase):
    if any(name in COVERAGE_FILES or function in COVERAGE_FUNCTIONS for function, name, _ in frames):
        return COVERAGE
    return PHASES.get(phase, REST)


def shares(out, samples):
    """kind -> share of the samples that a campaign with the output directory `out` wrote."""
    harness = max((out / "build").glob("harness-*"), key=lambda p: p.stat().st_mtime)
    size = harness.stat().st_size
    where = [(caller if at >= size and caller else at, phase) for at, caller, phase in read_samples(samples)]
    frames = frames_of(harness, {at for at, _ in where if at < size})
    counts = collections.Counter(_kind(frames.get(at) or [], phase) for at, phase in where)
    return {kind: counts[kind] / max(len(where), 1) for kind in KINDS}
