#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kill.py HEDDLE TIMES PROGRAM FILE...: ranks are killed under a launcher that survives it, each way TIMES times: one of a campaign of
tests (FILE...), rank 0 of it, and one of a search (PROGRAM). What was stored stays, the database is whole, every finding
replays, all that is left comes to its end, and a search that lost a rank does not speak of all schedules. Waits for
events, not for times; with TIMES above 1 ranks are killed some time after that."""
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
LAUNCH = ["mpirun", "--oversubscribe", "--enable-recovery", "-n", str(RANKS)]
OUT = pathlib.Path("killed")


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


def stored():
    return {d.name for d in OUT.glob("findings/*") if (d / "finding.json").exists()}


def check(heddle, before):
    """What was stored is there, and as it was."""
    db = sqlite3.connect(OUT / "campaign.db")
    whole = db.execute("PRAGMA integrity_check").fetchone()[0]
    rows = {r[0] for r in db.execute("SELECT id FROM findings")}
    if whole != "ok" or not before <= stored() or not before <= rows:
        sys.exit(f"{whole}, before {before}, in the database {rows}, on disk {stored()}")
    for name in sorted(stored()):
        replay = subprocess.run([heddle, "replay", OUT / "findings" / name], capture_output=True, text=True)
        if replay.returncode != 1:
            sys.exit(f"{name} does not replay: {replay.stderr}")


def attempt(heddle, command, victim, event, pause, interrupt):
    """Kills a rank when the event has come; what was said. interrupt: asks rank 0 to end after that."""
    shutil.rmtree(OUT, ignore_errors=True)
    with subprocess.Popen([*LAUNCH, heddle, *command, "--out", OUT], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as launcher:
        while not event() and launcher.poll() is None:
            time.sleep(0.01)
        time.sleep(random.uniform(0, pause))
        processes = ranks_of(launcher.pid)
        before = stored()
        if victim not in processes:
            sys.exit(f"ended before a rank could be killed: {launcher.communicate()[0]}")
        os.kill(processes[victim], signal.SIGKILL)
        if interrupt:
            os.kill(processes[0], signal.SIGINT)
        said = launcher.communicate()[0]
    check(heddle, before)
    return said


def search(heddle, program, pause):
    command = ["run", "--schedule", "dpor", "-DN=9", program]
    said = attempt(heddle, command, random.randrange(1, RANKS), (OUT / "campaign.db").exists, pause, False)
    if "in any schedule" in said or "1 of 4 ranks did not report" not in said:
        sys.exit(f"a search that lost a rank: {said}")


def main():
    heddle, times, program, files = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
    campaign = ["test", "--keep-going", "--executions", "1000000000", *files]
    pause = 1 if times > 1 else 0
    for _ in range(times):
        attempt(heddle, campaign, random.randrange(1, RANKS), stored, pause, True)
        attempt(heddle, campaign, 0, stored, pause, False)
        search(heddle, program, pause / 4)
    shutil.rmtree(OUT)
    print(f"{3 * times} times a rank was killed, nothing was lost")


main()
