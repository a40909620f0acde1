# SPDX-License-Identifier: Apache-2.0
"""The experiments: which campaigns are run for which question, and how they are run."""

import concurrent.futures
import dataclasses
import sys
import time

from evaluation import campaigns, instead, phases, tsa
from evaluation.campaigns import Config, Job

# Strategies beside each other; those that this heddle does not have are left out and named.
WANTED = ["random", "random-once", "naive", "covcon", "maptest-random", "maptest-variable", "maptest", "consuite", "auto"]
# Under `os`, threads keep running for long, as in the papers' baselines.
UNDER_OS = ["random", "random-once", "naive", "covcon"]
CURVE = [100, 300, 1000, 3000, 10000, 30000, 100000]
CHECKPOINTS = [5000, 10000, 15000, 20000]  # as far apart as the published 5, 10, 15 and 20 minutes
CURVE_SUBJECTS = ["xy_plot", "per_user_pool_data_source"]
PATTERN_STRATEGIES = ["maptest", "random", "random-once"]
COVERAGE = {
    "coverage": {"suffix_calls": 2},
    "coverage, os": {"suffix_calls": 2, "schedule": "os"},
}


@dataclasses.dataclass(frozen=True)
class Plan:
    """How much is run."""

    subjects: list
    strategies: list   # that exist
    seeds: int
    executions: int
    time: float
    jobs: int
    instead_time: float
    curve: int         # executions up to which coverage is followed
    checkpoints: list  # executions after which coverage is compared with bugs
    tsa_executions: int
    tsa_seeds: int
    command: str       # that makes this plan

    def budget(self):
        """In words."""
        return (f"{self.seeds} seed{'s' * (self.seeds != 1)}, at most {self.executions:,} executions and {self.time:g} s of one run; coverage followed up to "
                f"{self.curve:,} executions, patterns up to {self.curve // 10:,}, table IV of MAPTest after {', '.join(f'{n:,}' for n in self.checkpoints)}; "
                f"TSA {self.tsa_executions} executions, {self.tsa_seeds} repetition{'s' * (self.tsa_seeds != 1)}; other tools {self.instead_time:g} s each")

    def configs(self):
        default = [Config(s) for s in WANTED if s in self.strategies]
        return [*default, *(Config(s, "os") for s in UNDER_OS), Config("auto", everything=True)]

    def missing(self):
        return [s for s in WANTED if s not in self.strategies]


def bug_jobs(plan):
    for seed in range(1, plan.seeds + 1):  # seeds outside: an interrupted study has whole rounds
        for subject in plan.subjects:
            if not subject.is_control:
                for config in plan.configs():
                    yield Job("bugs", subject, config, seed, plan.executions, plan.time)


def _follow(plan, study, subjects, strategies, checkpoints, schedule="default", **rest):
    for seed in range(1, plan.seeds + 1):
        for subject in subjects:
            for strategy in strategies:
                yield Job(study, subject, Config(strategy, schedule), seed, max(checkpoints), plan.time, points=tuple(checkpoints), **rest)


def coverage_jobs(plan):
    """CovCon's figure 3: pairs of methods over time, on its two subjects. Threads of the same length for all: longer ones
    cover more pairs per execution."""
    subjects = [s for s in plan.subjects if s.name in CURVE_SUBJECTS]
    points = [n for n in CURVE if n <= plan.curve]
    for study, setting in COVERAGE.items():
        yield from _follow(plan, study, subjects, UNDER_OS, points, **setting)


def pattern_jobs(plan):
    """MAPTest's figure 5: memory-access patterns over time, on all its subjects; its right half compares with random tests."""
    if "maptest" in plan.strategies:
        subjects = [s for s in plan.subjects if "maptest" in s.papers]
        points = [n for n in CURVE if n <= plan.curve / 10]
        yield from _follow(plan, "patterns", subjects, PATTERN_STRATEGIES, points, measure="access_patterns")


def correlation_jobs(plan):
    """MAPTest's table IV: coverage against the number of bugs, with the locks taken out."""
    subjects = [s for s in plan.subjects if "maptest" in s.papers]
    strategies = [s for s in ("covcon", "maptest") if s in plan.strategies]
    yield from _follow(plan, "correlation", subjects, strategies, plan.checkpoints, variant="unlocked")


STUDIES = {"bugs": bug_jobs, "coverage": coverage_jobs, "patterns": pattern_jobs, "correlation": correlation_jobs}


def _time_to_bug(job, room):
    """A small budget first: the same seed gives the same campaign, so a bug found early is the same bug."""
    small = dataclasses.replace(job, executions=max(job.executions // 20, 1))
    early = campaigns.record(small, room)
    if early["found"]:
        return {**early, **job.key()}
    late = campaigns.record(job, room)
    return {**late, "before_seconds": early["processor_seconds"]}


def _run(job, room, results, progress):
    if not all(results.has(job.at(n).key()) for n in job.points or [job.executions]):
        for made in campaigns.follow(job, room) if job.points else [_time_to_bug(job, room)]:
            results.add(made)
    progress.tick(job)


class Progress:
    """One line on a terminal; a line now and then in a file."""

    def __init__(self, name, total):
        self.name, self.total, self.done, self.start = name, total, 0, time.monotonic()

    def tick(self, job):
        self.done += 1
        step = 1 if sys.stderr.isatty() else max(self.total // 10, 1)
        if self.done % step == 0 or self.done == self.total:
            end = "\r" if sys.stderr.isatty() and self.done < self.total else "\n"
            print(f"{self.name}: {self.done}/{self.total}, {time.monotonic() - self.start:.0f} s "
                  f"({job.subject.name}, {job.config.name}) ".ljust(90), end=end, file=sys.stderr, flush=True)


def run(plan, names, results):
    """All campaigns of the studies named, then the tools that a user would take instead."""
    room = campaigns.Room()
    pool = concurrent.futures.ThreadPoolExecutor(plan.jobs)
    try:
        for name in names:
            jobs = list(STUDIES[name](plan)) if name in STUDIES else []
            progress = Progress(name, len(jobs))
            for done in [pool.submit(_run, job, room, results, progress) for job in jobs]:
                done.result()
        if "phases" in names:
            phases.run(plan, room, results)
        if "instead" in names:
            instead.run(plan, room, results)
        if "tsa" in names:
            tsa.run(plan, results)
    finally:
        pool.shutdown(cancel_futures=True)
        room.close()
