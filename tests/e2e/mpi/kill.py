#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kill.py HEDDLE TIMES FILE...: ranks of a campaign are killed at random moments, under a launcher that survives it. What
was stored stays, the database is whole, and every finding replays."""
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

RANKS = 4


def ranks_of(launcher):
    """Processes of heddle that the launcher started, by rank."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        try:
            environment = (entry / "environ").read_bytes().split(b"\0")
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        if parent == launcher:
            rank = [v for v in environment if v.startswith(b"OMPI_COMM_WORLD_RANK=")]
            if rank:
                found[int(rank[0].split(b"=")[1])] = int(entry.name)
    return found


def stored(out):
    directory = pathlib.Path(out, "findings")
    return {d.name for d in directory.iterdir() if (d / "finding.json").exists()} if directory.exists() else set()


def attempt(heddle, files, number):
    out = f"killed-{number}"
    shutil.rmtree(out, ignore_errors=True)
    command = ["mpirun", "--oversubscribe", "--enable-recovery", "-n", str(RANKS), heddle, "test", "--keep-going", "--time",
               "3s", "--out", out, *files]
    launcher = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    # MPI itself waits for all ranks when it starts; the campaign begins after that.
    while not pathlib.Path(out).exists() and time.monotonic() < deadline and launcher.poll() is None:
        time.sleep(0.01)
    time.sleep(random.uniform(0, 2))
    victims = ranks_of(launcher.pid)
    victim = random.choice([r for r in victims if r > 0] or [None])
    before = stored(out)
    if victim:
        os.kill(victims[victim], signal.SIGKILL)
    launcher.wait(timeout=120)
    if not pathlib.Path(out, "campaign.db").exists():
        return 0 if not before else sys.exit(f"{out}: no database")
    db = sqlite3.connect(f"{out}/campaign.db")
    whole = db.execute("PRAGMA integrity_check").fetchone()[0]
    rows = {r[0] for r in db.execute("SELECT id FROM findings")}
    if whole != "ok" or not before <= stored(out) or not before <= rows:
        sys.exit(f"{out}: {whole}, before {before}, in the database {rows}, on disk {stored(out)}")
    for name in sorted(stored(out)):
        replay = subprocess.run([heddle, "replay", f"{out}/findings/{name}"], capture_output=True, text=True)
        if replay.returncode != 1:
            sys.exit(f"{out}: {name} does not replay: {replay.stderr}")
    shutil.rmtree(out)
    return victim is not None


def main():
    heddle, times, files = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    random.seed(os.getpid())
    killed = sum(attempt(heddle, files, i) for i in range(times))
    if killed == 0:
        sys.exit("no rank could be killed")
    print(f"{killed} of {times} times a rank was killed, nothing was lost")


main()
