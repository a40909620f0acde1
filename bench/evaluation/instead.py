# SPDX-License-Identifier: Apache-2.0
"""What a user would do instead: the finding's own test in a loop of pthreads, plain and under sanitizers.

The test is heddle's: which calls, in which state and with which values is given to these tools for
nothing. They only have to meet the interleaving.
"""

import concurrent.futures
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from evaluation import campaigns
from evaluation.campaigns import Config, Job

TOOLS = {"native": [], "tsan": ["-fsanitize=thread"], "asan": ["-fsanitize=address"]}
STRESS = Path(__file__).with_name("stress.c")
ROUNDS = 5000  # per process: what a library keeps in globals does not grow for ever
GUARD = 600    # seconds
OPTIONS = {"TSAN_OPTIONS": "halt_on_error=1 exitcode=66", "ASAN_OPTIONS": "detect_leaks=0 exitcode=67"}


def _build(test, subject, tool, out):
    flags = ["-std=gnu17", "-O1", "-g", "-w", *TOOLS[tool]]
    made = []
    for source, extra in ((test, ["-Dmain=test_main"]), (subject.files[1], []), (STRESS, [])):
        made.append(out / f"{tool}-{source.stem}.o")
        subprocess.run(["clang-19", *flags, *extra, "-c", source, "-o", made[-1]], check=True, capture_output=True)
    program = out / f"stress-{tool}"
    subprocess.run(["clang-19", *TOOLS[tool], *made, "-o", program, "-lpthread", "-lm"], check=True,
                   capture_output=True)
    return program


def _told(tool, done):
    """What a user would see of a process that ended; None if it ended well."""
    if done.status == 0:
        return None
    if tool == "tsan" and "WARNING: ThreadSanitizer: data race" in done.stderr:
        return "data race"
    errors = [line for line in done.stderr.splitlines() if "Sanitizer: " in line]
    if errors:
        return errors[0].split("Sanitizer: ", 1)[1].split("(")[0].split(" on ")[0].strip()
    if done.status < 0:
        return "hang" if done.status == -signal.SIGALRM else signal.Signals(-done.status).name
    return f"status {done.status}"


def _stress(program, tool, budget):
    """Processes one after the other until one fails or the time is over: what was told, seconds, processor seconds."""
    start, processor = time.monotonic(), 0
    while (left := budget - (time.monotonic() - start)) > 0:
        done = campaigns.timed([program, ROUNDS], timeout=left, env={**os.environ, **OPTIONS})
        processor += done.processor
        told = _told(tool, done) if done.status != -signal.SIGKILL else None
        if told:
            return told, time.monotonic() - start, processor
    return None, budget, processor


def _test_of(subject, results, room):
    """The test.c of the published bug, from the run that found it earliest, made again."""
    found = [r for r in results.records if r["study"] == "bugs" and r["subject"] == subject.name and r["found"]
             and r["kind"] in subject.kinds]
    if not found:
        return None
    record = min(found, key=lambda r: r["executions_to_find"])
    job = Job("bugs", subject, Config(record["strategy"], record["schedule"], record["all_oracles"]), record["seed"],
              record["executions_limit"], GUARD)
    result = campaigns.heddle(job, room)
    found = [f for f in result.get("findings", []) if subject.is_published(f)]
    return (Path(found[0]["dir"]) / "test.c", found[0]["kind"]) if found else None


def _prepare(subject, plan, results, room):
    """What is to be run: key, kind of the bug, and the program, or why there is none."""
    keys = {tool: {"study": "instead", "subject": subject.name, "tool": tool, "time_limit": plan.instead_time,
                   "inputs": campaigns.inputs(subject, "auto")} for tool in TOOLS}
    missing = [tool for tool in TOOLS if not results.has(keys[tool])]
    made = _test_of(subject, results, room) if missing else None
    prepared = []
    for tool in missing if made else ():
        test, kind = made
        try:
            prepared.append((keys[tool], kind, _build(test, subject, tool, test.parent), None))
        except subprocess.CalledProcessError as why:
            prepared.append((keys[tool], kind, None, why.stderr.decode().splitlines()[0]))
    return prepared


def _study(key, kind, program, why, results):
    if not program:
        print(f"instead: {key['subject']}: {why}", file=sys.stderr)
        results.add({**key, "kind": kind, "found": False, "error": "test.c does not compile"})
        return
    told, seconds, processor = _stress(program, key["tool"], key["time_limit"])
    results.add({**key, "kind": kind, "found": bool(told), "told": told, "seconds_to_find": seconds if told else None,
                 "processor_seconds": processor, "elapsed_seconds": seconds})
    print(f"instead: {key['subject']}, {key['tool']}: {told or 'nothing'}, {seconds:.2f} s", file=sys.stderr, flush=True)


def run(plan, room, results):
    """Built side by side, then run one at a time: these programs need two cores."""
    with concurrent.futures.ThreadPoolExecutor(plan.jobs) as pool:
        prepared = list(pool.map(lambda subject: _prepare(subject, plan, results, room), plan.subjects))
    for study in (s for of_subject in prepared for s in of_subject):
        _study(*study, results)
