#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""many.py HEDDLE ORIGINAL: 64 output directories with 500 distinct findings, made of one real one, are merged in
less than five seconds of processor time, twice with the same result, and what was merged replays."""
import json
import os
import pathlib
import resource
import shutil
import sqlite3
import subprocess
import sys

DIRECTORIES, FINDINGS = 64, 500


def copy_file(source, target):
    """Harnesses are large, and nobody changes them."""
    (os.link if "harness" in os.path.basename(source) else shutil.copy2)(source, target)


def make(original, directory, ids):
    """A copy whose one finding becomes one for each of the ids, found by a campaign of its own."""
    shutil.copytree(original, directory, copy_function=copy_file)
    (found,) = [d for d in (directory / "findings").iterdir() if d.is_dir()]
    stored = json.loads((found / "finding.json").read_text())
    db = sqlite3.connect(directory / "campaign.db")
    db.execute("UPDATE campaigns SET uid = ?", (directory.name,))
    columns = [c[1] for c in db.execute("PRAGMA table_info(findings)")]
    (row,) = db.execute("SELECT * FROM findings").fetchall()
    db.execute("DELETE FROM findings")
    for name in ids:
        copy = found.with_name(name)
        shutil.copytree(found, copy, copy_function=copy_file)
        (copy / "finding.json").write_text(json.dumps(dict(stored, id=name, dir=f"findings/{name}")))
        values = dict(zip(columns, row), id=name, dir=f"findings/{name}")
        db.execute(f"INSERT INTO findings VALUES ({','.join('?' * len(columns))})", [values[c] for c in columns])
    db.commit()
    db.close()
    shutil.rmtree(found)


def contents(directory):
    db = sqlite3.connect(directory / "campaign.db")
    files = {str(p.relative_to(directory)): p.stat().st_ino if "harness" in p.name else p.read_bytes()
             for p in directory.rglob("*") if p.is_file() and p.name != "campaign.db"}
    return list(db.iterdump()), files


def main():
    heddle, original = sys.argv[1], pathlib.Path(sys.argv[2])
    names = [f"made-{i:04}" for i in range(FINDINGS)]
    for i in range(DIRECTORIES):
        # Every directory has its share, and one finding of the next one's.
        share = names[i * FINDINGS // DIRECTORIES:(i + 1) * FINDINGS // DIRECTORIES + 1]
        make(original, pathlib.Path(f"many-{i}"), share)
    command = [heddle, "merge", "--json", "merged"] + [f"many-{i}" for i in range(DIRECTORIES)]
    results = []
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if done.returncode != 0 or seconds > 5:
            sys.exit(f"status {done.returncode} after {seconds:.2f} s: {done.stderr}")
        results.append((json.loads(done.stdout), contents(pathlib.Path("merged"))))
    first, second = results[0][0], results[1][0]
    if (first["findings"], first["campaigns"], first["known"]) != (FINDINGS, DIRECTORIES, DIRECTORIES - 1):
        sys.exit(f"the first merge: {first}")
    if (second["findings"], second["campaigns"]) != (0, 0) or results[0][1] != results[1][1]:
        sys.exit(f"merging again changed something: {second}")
    for i in range(DIRECTORIES):
        shutil.rmtree(f"many-{i}")
    shutil.rmtree(original)
    for name in (names[0], names[-1]):
        replay = subprocess.run([heddle, "replay", f"merged/findings/{name}"], capture_output=True, text=True)
        if replay.returncode != 1:
            sys.exit(f"replay of {name}: {replay.stderr}")
    print(f"merged {FINDINGS} findings in {seconds:.1f} s of processor time")


main()
