# SPDX-License-Identifier: Apache-2.0
"""Where an execution of the stack test spends its time, by sampling (sampler.c)."""

import collections
import json
import struct

from micro.measure import MICRO, amount, command, table
from micro.stack import SOURCES

# Engine part of a function, by name first, then by the file it is in. An inlined function counts for itself.
FUNCTIONS = {
    "hd_access_race": "race check", "hd_access_own": "race check", "hd_cell_of": None,
    "reset": "reset between executions", "steps_made": "reset between executions",
    "hd_sched_execute": "reset between executions", "hd_globals_reset": "reset between executions",
    "hd_heap_reset": "reset between executions", "hd_race_reset": "reset between executions",
    "hd_time_reset": "reset between executions", "hd_descriptors_reset": "reset between executions",
    "hd_process_reset": "reset between executions", "hd_specific_reset": "reset between executions",
    "hd_sched_new": "threads: create, end, join", "hd_sched_fiber_done": "threads: create, end, join",
    "hd_thread_joined": "threads: create, end, join", "hd_sched_finish": "reset between executions",
    "hd_tls_prepare": "threads: create, end, join", "hd_fiber_prepare": "threads: create, end, join",
    "__heddle_pthread_create": "threads: create, end, join",
    "__heddle_pthread_join": "threads: create, end, join",
    "hd_process_exit": "reset between executions",
}
FILES = {
    "fiber.c": "fiber switch", "fiber.h": "fiber switch", "fiber_x86_64.S": "fiber switch", "fiber_aarch64.S": "fiber switch",
    "access.h": "access hooks", "interface.c": "access hooks",
    "race.c": "race check", "heap.c": "heap", "memory.c": "heap", "shim_memory.c": "heap",
    "sched.c": "switch points", "record.c": "switch points", "strategy.h": "strategy",
    "thread.c": "threads: create, end, join", "specific.c": "threads: create, end, join",
    "globals.c": "reset between executions", "campaign.c": "reset between executions",
    "shim_process.c": "reset between executions",
    "stack.c": "code under test", "stack_test.c": "code under test",
}
SYNC = "sync models"
SHOWN = 25


def sampler(room):
    """The object to link into what is sampled."""
    out = room / "sampler.o"
    command(["clang-19", "-O2", "-fPIC", "-c", MICRO / "sampler.c", "-o", out])
    return out


def read_samples(path):
    """(address in the file, caller, phase) of each sample."""
    data = path.read_bytes()
    base, count = struct.unpack_from("2Q", data)
    records = struct.iter_unpack("3Q", data[16:16 + 24 * count])
    return [(at - base, caller and caller - base, phase) for at, caller, phase in records]


def _sample(bench):
    """Samples as (address in the file, caller), and the campaign's result."""
    program = bench.instrument("stack-sampled", [*SOURCES, sampler(bench.room)])
    n = bench.calibrate(program, 1.0 if bench.quick else 3.0)
    path = bench.room / "samples"
    result = bench.run(program, n, env={"BENCH_SAMPLES": str(path)})
    return program, read_samples(path), result


def _linked_at(program):
    """The address that a program is linked for: where its first segment goes. 0 if it can be anywhere."""
    head = program.open("rb").read(4096)
    offset, = struct.unpack_from("<Q", head, 32)
    size, count = struct.unpack_from("<2H", head, 54)
    segments = [struct.unpack_from("<2I4Q", head, offset + i * size) for i in range(count)]
    return min(address for kind, _, _, address, _, _ in segments if kind == 1)


def frames_of(program, addresses):
    """Address -> [(function, file)...], innermost inlined function first."""
    if not addresses:
        return {}
    base = _linked_at(program)
    text = command(["llvm-symbolizer-19", "--output-style=JSON", f"--obj={program}",
                    *(hex(base + a) for a in sorted(addresses))])
    return {int(entry["Address"], 16) - base: [(s["FunctionName"], s["FileName"].rpartition("/")[2], s["FileName"])
                                        for s in entry.get("Symbol", [])] for entry in json.loads(text)}


def _part(frames):
    for function, name, path in frames:
        part = FUNCTIONS.get(function, FILES.get(name))
        if part:
            return part
        if "/strategy/" in path:
            return "strategy"
        if "/runtime/" in path and function not in FUNCTIONS:
            return SYNC
    return "other"


def _tell(program, samples):
    """Counts by part and by function."""
    size = max(program.stat().st_size, 1)
    where = [(caller if not at < size and caller else at, at < size) for at, caller, _ in samples]
    frames = frames_of(program, {a for a, _ in where if a < size})
    parts, functions = collections.Counter(), collections.Counter()
    for address, own in where:
        known = frames.get(address) or []
        parts[_part(known) if known else "libc and kernel"] += 1
        name = known[-1][0] if known else "libc and kernel"
        functions[name if own or not known else f"memset/memcpy in {name}"] += 1
    return parts, functions


def run(bench):
    program, samples, result = _sample(bench)
    parts, functions = _tell(program, samples)
    ns = result["seconds"] / result["executions"] * 1e9
    total = max(len(samples), 1)

    def rows(counts, shown):
        return [[name, f"{100 * n / total:.1f} %", amount(ns * n / total)] for name, n in counts.most_common(shown)]

    print(f"\nProfile of the stack test: {len(samples)} samples, {result['executions']} executions of {ns:.0f} ns")
    table("By part of the engine", ["", "share", "ns/execution"], rows(parts, None))
    table("By function, inlined ones included", ["", "share", "ns/execution"], rows(functions, SHOWN))
    return {"samples": len(samples), "ns_per_execution": ns,
            "parts": {k: n / total for k, n in parts.most_common()},
            "functions": {k: n / total for k, n in functions.most_common(60)}}
