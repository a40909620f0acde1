#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""exchange.py search HEDDLE FILE: a search by 3 ranks is made by all of them.
exchange.py coverage HEDDLE FILE...: rank 0 comes to know what others have covered while they run, and 3 ranks cover as much as
one in the same number of executions."""
import json
import os
import re
import subprocess
import sys

MPI = ["mpirun", "--oversubscribe", "-n"]


def run(ranks, *command):
    """Result as JSON, and the number of messages that each rank sent."""
    environment = {**os.environ, "HEDDLE_COUNT_MESSAGES": "1"}
    result = subprocess.run([*MPI, str(ranks), *command, "--json", "--keep-going"], env=environment, capture_output=True, text=True)
    sent = {int(r): int(n) for r, n in re.findall(r"rank (\d+) sent (\d+) messages", result.stderr)}
    if result.returncode not in (0, 1):
        sys.exit(f"exit status {result.returncode}: {result.stderr}")
    return json.loads(result.stdout), sent


def search(heddle, program):
    # A rank that gets no processor for long may come too late.
    for _ in range(10):
        result, sent = run(3, heddle, "run", "--schedule", "dpor", "-DN=8", "--out", "searched", program)
        if result["executions"] != 35750:
            sys.exit(f"{result['executions']} executions, messages by rank: {sent}")
        # One that has never had a branch sends its name and its result, and nothing else but that it lives.
        if min(sent.values()) > 5:
            print("searched by all")
            return
    sys.exit(f"messages by rank: {sent}")


def coverage(heddle, *files):
    covered = {}
    for ranks in (1, 3):
        result, _ = run(ranks, heddle, "test", "--strategy", "covcon", "--contract", "shared", "--oracle", "crash",
                        "--executions", "6000", "--out", f"covered-{ranks}", *files)
        covered[ranks] = result["coverage"]["method_pairs"]["covered"]
    known = sum(pair["covered"] > 0 for pair in result["pairs"])  # to rank 0's harness
    if known != covered[3] or covered[3] < 0.95 * covered[1]:
        sys.exit(f"covered by one rank {covered[1]}, by three {covered[3]}, of which rank 0 knows {known}")
    print("the same")


{"search": search, "coverage": coverage}[sys.argv[1]](*sys.argv[2:])
