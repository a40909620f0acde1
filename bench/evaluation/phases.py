# SPDX-License-Identifier: Apache-2.0
"""CovCon's figure 4: where the time of a campaign goes, by sampling the worker (bench/micro/sampler.c)."""

import os

from evaluation import campaigns
from evaluation.campaigns import Config, Job
from micro import phases
from micro.profile import sampler

CONFIG = Config("covcon")


def run(plan, room, results):
    tool = sampler(room.path)
    for subject in plan.subjects:
        job = Job("phases", subject, CONFIG, 1, plan.executions, plan.time)
        if "covcon" not in subject.papers or results.has(job.key()):
            continue
        out, samples = room.out(job), room.path / "samples"
        samples.unlink(missing_ok=True)
        done = campaigns.timed([*campaigns.command(job, room), tool, "--allow-files"],
                               env={**os.environ, "BENCH_SAMPLES": str(samples)})
        if done.status in (0, 1) and samples.exists():
            results.add({**job.key(), "shares": phases.shares(out, samples), **done.cost})
