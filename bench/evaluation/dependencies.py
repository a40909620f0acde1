# SPDX-License-Identifier: Apache-2.0
"""What a campaign depends on: results are kept until something changes that could change them.

A campaign is a function of its seed, the subject and heddle's sources: which build made it does not
matter. Sources that only one strategy uses count for that strategy alone, and what shows results does
not count at all.
"""

import fnmatch
import functools

from evaluation import facts

# Who alone uses what. Everything that no row names is used by everybody.
OWN = {
    "auto": ["src/strategy/auto.c", "src/strategy/aftermath.*", "src/strategy/crowd.*", "src/strategy/row.*"],
    "random": ["src/strategy/random.c"],
    "maptest": ["src/strategy/maptest.c", "src/schedule/maptest.c", "src/metric/map/*"],
    "consuite": ["src/strategy/consuite*", "src/schedule/consuite*", "src/metric/schedules/*", "src/model/flow.*",
                 "src/model/control.c", "src/model/distance.c", "src/pass/branches.c"],
    "tsa": ["src/strategy/tsa.c", "src/schedule/tsa*", "src/schedule/noise.c", "src/metric/sync/*"],
    "concrash": ["src/strategy/concrash*", "src/schedule/thorough.c", "src/crash/*"],
    "nobody": ["src/report/*", "src/store/*", "src/strategy/around.c", "src/schedule/rff.c", "*/meson.build"],
}
USES = {"maptest-random": "maptest", "maptest-variable": "maptest", "consuite-random": "consuite"}  # others: what has their name


@functools.cache
def _sources():
    return sorted(p for p in (facts.ROOT / "src").rglob("*") if p.is_file())


def _owner(path):
    name = path.relative_to(facts.ROOT).as_posix()
    return next((who for who, patterns in OWN.items() if any(fnmatch.fnmatch(name, p) for p in patterns)), None)


@functools.cache
def _of_strategy(strategy):
    return facts.digest(p for p in _sources() if _owner(p) in (None, USES.get(strategy, strategy)))


@functools.cache
def digest(strategy, *files):
    """A hash of the sources that a strategy uses, and of files."""
    return facts.digest(files) + _of_strategy(strategy)
