# SPDX-License-Identifier: Apache-2.0
"""One campaign of heddle on one subject, as one record; what can be run; and the file that keeps records."""

import collections
import json
import lzma
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path

from evaluation import dependencies, facts

BUILD = facts.ROOT / os.environ.get("BUILD", "build")
HEDDLE = BUILD / "heddle"
NO_LOCKS = Path(__file__).with_name("no_locks.h")
# How a subject is compiled: as it is, repaired, or with its locks taken out.
VARIANTS = {"": [], "fixed": ["-DFIXED"], "unlocked": ["-include", NO_LOCKS]}


def inputs(subject, strategy):
    """A hash of what a campaign depends on: results of others are not taken for these."""
    return dependencies.digest(strategy, *subject.files, NO_LOCKS)


@dataclass(frozen=True)
class Config:
    """How tests are chosen, how threads are scheduled, what counts as a violation."""

    strategy: str
    schedule: str = "default"  # the strategy's own
    everything: bool = False   # all default oracles, not only the papers'

    @property
    def name(self):
        return self.strategy + (f" under {self.schedule}" if self.schedule != "default" else "") + (
            ", all oracles" if self.everything else "")


@dataclass(frozen=True)
class Job:
    """What one record is about; a record with the same key is not made again."""

    study: str                 # bugs, coverage, correlation
    subject: object
    config: Config
    seed: int
    executions: int
    time: float                # seconds, at most
    variant: str = ""          # of VARIANTS
    suffix_calls: int = 0      # of each thread, at most; 0: as the strategy likes
    measure: str = ""          # a metric that the strategy may not need itself
    points: tuple = ()         # executions after which a record is kept, too; the last is the limit

    def at(self, executions):
        """The campaign that ends there. The same seed gives the same one, so a longer one has it in it."""
        return replace(self, executions=executions, points=())

    def key(self):
        return {"study": self.study, "subject": self.subject.name, "strategy": self.config.strategy,
                "schedule": self.config.schedule, "all_oracles": self.config.everything, "seed": self.seed,
                "executions_limit": self.executions, "time_limit": self.time, "variant": self.variant,
                "suffix_calls": self.suffix_calls, "measure": self.measure, "inputs": inputs(self.subject, self.config.strategy)}


def strategies():
    """Names for --strategy that this heddle has, with their descriptions."""
    text = subprocess.run([HEDDLE, "test", "--list-strategies"], capture_output=True, text=True, check=True).stdout
    rows = text.split("\n\n")[0].splitlines()[1:]
    return {row.split()[0]: row.split(None, 1)[1] for row in rows}


class Room:
    """Scratch folders: the subjects compiled once, and one output folder per subject and thread of ours."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="heddle-evaluate-")
        self._lock = threading.Lock()
        self.path = Path(self._folder.name)

    def compiled(self, job):
        made = self.path / f"{job.subject.name}{job.variant}.o"
        with self._lock:
            if not made.exists():
                # No paths of this machine in the object: they would change its layout, and with it the campaign.
                argv = [HEDDLE, "cc", "-O1", "-fno-inline", "-g", f"-ffile-prefix-map={job.subject.folder}=.",
                        "-fdebug-compilation-dir=.", *VARIANTS[job.variant], "-c", job.subject.files[1], "-o", made]
                subprocess.run(argv, check=True)
        return made

    def out(self, job):
        out = self.path / f"{threading.get_ident()}-{job.subject.name}"
        (out / "campaign.db").unlink(missing_ok=True)
        shutil.rmtree(out / "findings", ignore_errors=True)
        return out

    def close(self):
        self._folder.cleanup()


def command(job, room):
    # The papers' tools share every object, also of classes that never promised it.
    argv = [HEDDLE, "test", "--json", "--quiet", "--keep-going", "--contract", "shared", "--out", room.out(job),
            "--strategy", job.config.strategy, "--oracle", job.subject.oracles(job.config.everything), "--seed", job.seed,
            "--executions", job.executions, "--time", f"{round(1000 * job.time)}ms"]
    if job.config.schedule != "default":
        argv += ["--schedule", job.config.schedule]
    if job.suffix_calls:
        argv += ["--suffix-calls", job.suffix_calls]
    if job.measure:
        argv += ["--measure", job.measure]
    return [str(a) for a in [*argv, job.subject.files[0], room.compiled(job)]]


def every_finding(result):
    """In the order in which they were found; those that seem to show one bug are listed under the best of them."""
    every = [f for head in result["findings"] for f in (head, *head.get("others", []))]
    return sorted(every, key=lambda f: f["executions_to_find"])


@dataclass(frozen=True)
class Ended:
    """A command that ended, and what it took: processor time with that of its children, which others on the machine
    do not change, and time by the clock."""

    status: int       # negative: the signal that ended it
    stdout: str
    stderr: str
    processor: float  # seconds
    elapsed: float

    @property
    def cost(self):
        """What a record keeps of it."""
        return {"processor_seconds": self.processor, "elapsed_seconds": self.elapsed}


def timed(argv, timeout=None, env=None):
    """Runs a command in its own session: Ctrl-C ends us after the runs at hand, not those runs."""
    start = time.monotonic()
    with tempfile.TemporaryFile("w+", errors="replace") as out, tempfile.TemporaryFile("w+", errors="replace") as err:
        process = subprocess.Popen([str(a) for a in argv], stdout=out, stderr=err, env=env, start_new_session=True)
        guard = threading.Timer(timeout or threading.TIMEOUT_MAX, os.killpg, (process.pid, signal.SIGKILL))
        guard.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except KeyboardInterrupt:
            process.kill()
            process.wait()
            raise
        finally:
            guard.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return Ended(process.returncode, out.read(), err.read(), usage.ru_utime + usage.ru_stime, time.monotonic() - start)


def heddle(job, room):
    """The object that heddle prints, with what the command took. A campaign that does not end well is a result, too: an error."""
    done = timed(command(job, room), timeout=60 + 3 * job.time)
    if done.status not in (0, 1):
        why = "heddle did not end" if done.status == -signal.SIGKILL else f"status {done.status}: {done.stderr.strip()[-300:]}"
        return {"error": why, "cost": done.cost}
    result = {**json.loads(done.stdout), "cost": done.cost}
    result["findings"] = every_finding(result)
    return result


def _brief(finding):
    """What a record keeps of a finding."""
    return {"kind": finding["kind"], "functions": finding["functions"],
            "location": {"function": (finding["location"] or {}).get("function")},
            "stack": [{"function": frame["function"]} for frame in finding["stack"][:2]],
            "executions_to_find": finding["executions_to_find"], "seconds_to_find": finding["seconds_to_find"],
            "pattern": (finding.get("pattern") or {}).get("type"), "aimed": finding.get("aimed")}


def first(findings, wanted):
    """The earliest finding of those wanted, or None."""
    return min(filter(wanted, findings), key=lambda f: f["executions_to_find"], default=None)


def _coverage(result):
    return {k: v for k, v in result["coverage"].items() if isinstance(v, dict) and k != "schedules"}


def record(job, room):
    """Runs the campaign and says whether, when and how the published bug was found."""
    return _record(job, heddle(job, room))


def _record(job, result):
    base = {**job.key(), "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **result["cost"]}
    if "error" in result:
        return {**base, "found": False, "error": result["error"]}
    findings = [_brief(f) for f in result["findings"]]
    bug = first(findings, job.subject.is_symptom if job.config.everything else job.subject.is_published)
    return {**base, "found": bool(bug), **{k: bug[k] if bug else None for k in
                                          ("kind", "functions", "executions_to_find", "seconds_to_find")},
            "findings": findings, "coverage": _coverage(result), "executions": result["executions"],
            "tests": result["tests"], "seconds": result["seconds"], "linearizations": result.get("linearizations")}


def _until(result, executions):
    """What the campaign would have printed, had it ended there. Growth is exact up to 2048 entries, then within a sixty-fourth."""
    grown = collections.Counter()
    for row in result["growth"]:
        if row["executions"] <= executions:
            grown[row["metric"]] = row["covered"]
    coverage = {name: {"covered": grown[name], "total": metric["total"]} for name, metric in _coverage(result).items()}
    return {**result, "coverage": coverage, "executions": min(result["executions"], executions),
            "findings": [f for f in result["findings"] if f["executions_to_find"] <= executions],
            "cost": {"processor_seconds": 0, "elapsed_seconds": 0}}  # counted once, in the record of the whole


def follow(job, room):
    """One campaign, a record for each of its points."""
    result = heddle(job, room)
    return [_record(job.at(n), result if "error" in result or n == job.executions else _until(result, n)) for n in job.points]


def _text_of(path):
    """Of a file of records, compressed or not."""
    return lzma.open(path, "rt").read() if path.suffix == ".xz" else path.read_text()


class Results:
    """JSON lines, appended as they come: what was there before an interruption is not run again."""

    def __init__(self, path, start=None):
        self.path = path
        self._lock = threading.Lock()
        self._about = {"commit": facts.commit(), "machine": facts.machine()}
        if start and not path.exists():
            path.write_text(_text_of(start))
        lines = path.read_text().splitlines() if path.exists() else []
        self.records = [json.loads(line) for line in lines if line.endswith("}")]
        self._known = collections.defaultdict(list)
        for r in self.records:
            self._known[r["study"], r.get("subject")].append(r)

    def has(self, key):
        """Is there a record of these values?"""
        near = self._known[key["study"], key.get("subject")]
        return any(all(r.get(k) == v for k, v in key.items()) for r in near)

    def add(self, entry):
        with self._lock:
            made = {**self._about, **entry}
            self.records.append(made)
            self._known[made["study"], made.get("subject")].append(made)
            with self.path.open("a") as file:
                file.write(json.dumps(made) + "\n")
