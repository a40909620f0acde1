# SPDX-License-Identifier: Apache-2.0
"""What a result must carry to be comparable: commit, machine, and a hash of what was run."""

import hashlib
import os
import platform
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def commit():
    """The commit checked out, read from the files of git: works without git installed."""
    git = ROOT / ".git"
    try:
        if git.is_file():  # a worktree
            git = Path(git.read_text().split(":", 1)[1].strip())
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head
        common = git / "commondir"
        home = (git / common.read_text().strip()) if common.exists() else git
        ref = home / head[5:]
        if ref.exists():
            return ref.read_text().strip()
        packed = (home / "packed-refs").read_text().splitlines()
        return next((line.split()[0] for line in packed if line.endswith(" " + head[5:])), None)
    except OSError:
        return None


def machine():
    model = [line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
             if line.startswith("model name")]
    version = subprocess.run(["clang-19", "--version"], capture_output=True, text=True, check=False).stdout
    return {"cpu": model[0] if model else platform.processor(), "cores": os.cpu_count(),
            "kernel": platform.release(), "load_average": os.getloadavg()[0],
            "compiler": version.splitlines()[0] if version else None}


def digest_of(texts):
    """One short hash of texts."""
    return hashlib.sha256("".join(texts).encode()).hexdigest()[:16]


def digest(paths):
    """One short hash of the contents of files, in a fixed order."""
    total = hashlib.sha256()
    for path in sorted(map(Path, paths)):
        total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()[:16]
