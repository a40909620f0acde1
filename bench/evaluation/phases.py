# SPDX-License-Identifier: Apache-2.0
"""CovCon's figure 4: where the time of a campaign goes, by sampling the worker (bench/micro/sampler.c)."""

import os
import subprocess

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
        done = subprocess.run([*campaigns.command(job, room), str(tool), "--allow-files"], capture_output=True, check=False,
                              env={**os.environ, "BENCH_SAMPLES": str(samples)}, start_new_session=True)
        if done.returncode in (0, 1) and samples.exists():
            results.add({**job.key(), "shares": phases.shares(out, samples)})
