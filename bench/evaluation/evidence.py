# SPDX-License-Identifier: Apache-2.0
"""Questions that tables and figures ask of the records."""

import collections
import statistics
from dataclasses import dataclass

from evaluation.campaigns import Config, first


def newest(records):
    """Of records that differ in what they were made from only, the last: sources may have changed in between."""
    key = ("study", "subject", "strategy", "schedule", "all_oracles", "seed", "seeds", "executions_limit", "time_limit", "variant",
           "suffix_calls", "measure", "tool")
    return list({tuple(r.get(k) for k in key): r for r in records}.values())


def was_cut(record):
    """Whether a run did not come to the end of its executions: its time was over, or it failed."""
    return "error" in record or record["seconds"] > 0.95 * record["time_limit"]


def processor_share(record):
    """How much of the time by the clock a run had a processor."""
    elapsed = record.get("elapsed_seconds")
    return record["processor_seconds"] / elapsed if elapsed else 1.0


@dataclass(frozen=True)
class Times:
    """When a bug was found, over the seeds. A run without it counts as one that needed more than the limit."""

    executions: list  # per seed; None: not found
    seconds: list     # of processor time
    limits: list      # executions made by the runs that did not find it

    @property
    def runs(self):
        return len(self.executions)

    @property
    def found(self):
        return sum(e is not None for e in self.executions)

    def ranks(self, by="executions"):
        """Executions or seconds with `not found` as larger than everything: for medians and rank tests."""
        return [float("inf") if x is None else x for x in getattr(self, by)]

    def median(self):
        return statistics.median_high(self.ranks())

    def median_seconds(self):
        return statistics.median_high(self.ranks("seconds"))

    def mean(self):
        """As in the papers: a run that finds nothing counts with its whole budget, so this is a lower bound."""
        return statistics.mean([*(e for e in self.executions if e is not None), *self.limits])


class Evidence:
    """The records of one file, by what they are about."""

    def __init__(self, subjects, records):
        self.subjects = subjects
        self.by_name = {s.name: s for s in subjects}
        self.records = [r for r in records if r.get("subject", None) in self.by_name or r["study"] == "tsa"]
        self._runs = collections.defaultdict(list)
        for r in self.records:
            if r["study"] == "bugs":
                self._runs[r["subject"], Config(r["strategy"], r["schedule"], r["all_oracles"])].append(r)

    def configs(self):
        """Those that were run: default scheduler first, in the order of their names."""
        return sorted({config for _, config in self._runs}, key=lambda c: (c.everything, c.schedule, c.strategy))

    def runs(self, subject, config):
        return self._runs.get((subject.name, config), [])

    def times(self, subject, config, violation=False):
        """Time to the published bug, or to the first violation of one of its kinds; None if never run."""
        runs = self.runs(subject, config)
        if not runs:
            return None
        if violation:
            hits = [first(r.get("findings", []), lambda f: f["kind"] in subject.kinds) for r in runs]
        else:
            hits = [r if r["found"] else None for r in runs]
        return Times([h and h["executions_to_find"] for h in hits],
                     [h and h["seconds_to_find"] * processor_share(r) for r, h in zip(runs, hits)],
                     [r.get("executions", 0) for r, h in zip(runs, hits) if not h])

    def strictness(self, config):
        """Of all runs with a bug to find: how many find it at the published place or by the published functions, how
        many of these by the functions in their first hit, and how many in any."""
        counts = collections.Counter()
        for subject in self.subjects:
            for run in self.runs(subject, config) if subject.kinds else ():
                hits = [f for f in run.get("findings", []) if subject.is_published(f)]
                strict = [subject.is_strictly_published(f) for f in hits]
                counts += collections.Counter(runs=1, loosely=bool(hits), first=bool(strict and strict[0]), strictly=any(strict))
        return counts

    def followed(self, study, subject, strategy):
        """Runs that made all their executions."""
        return [r for r in self.records if r["study"] == study and r["subject"] == subject.name
                and r["strategy"] == strategy and not was_cut(r)]

    def curve(self, study, subject, strategy, metric):
        """[(executions, [covered of each seed])...] and the largest number covered, or total if it is known."""
        points, totals = collections.defaultdict(list), [0]
        for r in self.followed(study, subject, strategy):
            if metric in r["coverage"]:
                points[r["executions_limit"]].append(r["coverage"][metric]["covered"])
                totals.append(r["coverage"][metric]["total"] or 0)
        return sorted(points.items()), max(totals)

    def correlation(self, subject, strategy, metric, checkpoint=None):
        """Coverage and number of distinct bugs at every checkpoint of every seed, or at one."""
        runs = [r for r in self.followed("correlation", subject, strategy)
                if metric in r["coverage"] and checkpoint in (None, r["executions_limit"])]
        return [r["coverage"][metric]["covered"] for r in runs], [len(r["findings"]) for r in runs]

    def shares_of_time(self, subject):
        """Part of the loop -> share of the time; None if it was not sampled."""
        return next((r["shares"] for r in self.records if r["study"] == "phases" and r["subject"] == subject.name), None)

    def checkpoints(self):
        return sorted({r["executions_limit"] for r in self.records if r["study"] == "correlation"})

    def instead(self, subject, tool):
        return next((r for r in self.records if r["study"] == "instead" and r["subject"] == subject.name
                     and r["tool"] == tool), None)
