#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A record of a campaign's first executions is that of a campaign that ends there."""

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))

from evaluation import campaigns, subjects  # noqa: E402

WHAT = ("findings", "coverage", "executions", "found", "executions_to_find")


def told(record):
    """Without what differs by the clock."""
    kept = {name: record[name] for name in WHAT}
    kept["findings"] = [{k: v for k, v in f.items() if k != "seconds_to_find"} for f in kept["findings"]]
    kept["coverage"] = {name: (metric["covered"], metric["total"]) for name, metric in kept["coverage"].items()}
    return kept


room = campaigns.Room()
try:
    [subject] = subjects.discover("xy_plot")
    job = campaigns.Job("coverage", subject, campaigns.Config("maptest"), 1, 2000, 60, points=(100, 600, 2000))
    followed = campaigns.follow(job, room)
    same = sum(told(r) == told(campaigns.record(job.at(n), room)) for n, r in zip(job.points, followed))
    print(same, "of", len(job.points), "the same")
finally:
    room.close()
