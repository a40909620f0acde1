#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""forge.py HEDDLE OUT FILE...: what --resume knows of the API is changed in the database of OUT, byte by byte. Facts that cannot be
are not believed (the API is learned again); whatever is believed, the campaign comes to its end."""
import shutil
import sqlite3
import subprocess
import sys

heddle, out, files = sys.argv[1], sys.argv[2], sys.argv[3:]
FIELDS = 22  # bytes of facts before the reason: flags, masks and numbers of functions


def learned(path):
    with sqlite3.connect(f"{path}/campaign.db") as db:
        return db.execute("SELECT text FROM states WHERE name = 'learned'").fetchone()[0]


def forge(text):
    shutil.rmtree("forged", ignore_errors=True)
    shutil.copytree(out, "forged")
    with sqlite3.connect("forged/campaign.db") as db:
        db.execute("UPDATE states SET text = ? WHERE name = 'learned'", (text,))


count, *words = learned(out).split(" ")
for at in range(0, FIELDS, 2):
    # All functions at once: their first words have the facts; then come those of parameters, and the reason.
    forged = [w[: 2 * at] + "fffe" + w[2 * at + 4:] if i % 3 == 0 else w for i, w in enumerate(words)]
    forge(" ".join([count, *forged]))
    result = subprocess.run([heddle, "test", "--resume", "--executions", "300", "--out", "forged", *files], capture_output=True, text=True)
    if result.returncode != 0 or "no new violation" not in result.stdout + result.stderr and "no violation" not in result.stdout:
        sys.exit(f"bytes {at}: exit status {result.returncode}: {result.stdout}{result.stderr}")
print("no campaign died")
