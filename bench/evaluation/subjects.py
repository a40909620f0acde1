# SPDX-License-Identifier: Apache-2.0
"""The subjects: what bench/subjects/*/subject.ini says, and whether a finding is the published bug."""

import configparser
from dataclasses import dataclass
from pathlib import Path

from evaluation import facts

HOME = facts.ROOT / "bench" / "subjects"

# Which oracle notices a kind. The papers' tools notice crashes and deadlocks only.
FAULTS = ["crash", "memory", "deadlock", "livelock", "locks"]
ORACLE_OF_KIND = {"not-linearizable": "linearizability", "data-race": "race", "leak": "leak"}


@dataclass(frozen=True, eq=False)
class Subject:
    """A class with a published bug, or (no kinds) a control without one."""

    name: str
    folder: Path
    papers: tuple
    kinds: tuple      # of faults that show the published bug
    also: tuple       # kinds that the same missing lock can give
    functions: tuple  # that fail together
    place: str        # the function in which it fails; "" if not known
    locker: str       # a function of its own that takes locks for others: who calls it is the place
    methods: int
    published: dict
    not_found: dict   # strategy -> why it does not find the bug yet

    @property
    def files(self):
        return [self.folder / f"{self.name}.h", self.folder / f"{self.name}.c"]

    @property
    def is_control(self):
        return not self.kinds

    @property
    def needs_other_oracle(self):
        """Whether no exception and no deadlock shows the published bug, which is all that the papers' tools look for."""
        return bool(self.kinds) and all(kind in ORACLE_OF_KIND for kind in self.kinds)

    def oracles(self, everything=False):
        """The papers' oracle: faults, and results only where the published bug is a wrong result. A control must
        give right results, too."""
        if everything:
            return "crash,memory,deadlock,livelock,locks,race,linearizability"
        return ",".join(FAULTS + sorted({ORACLE_OF_KIND[k] for k in self.kinds or ["not-linearizable"] if k in ORACLE_OF_KIND}))

    def is_published(self, finding):
        """The published kind, and the published functions or the published place."""
        at_place = bool(self.place) and self._place(finding) == self.place
        return self.is_strictly_published(finding) or (finding["kind"] in self.kinds and at_place)

    def is_strictly_published(self, finding):
        """The published kind, and the published functions together."""
        return finding["kind"] in self.kinds and set(self.functions) <= set(finding["functions"])

    def _place(self, finding):
        place = (finding.get("location") or {}).get("function")
        stack = [frame["function"] for frame in finding.get("stack") or []]
        return stack[1] if place == self.locker and stack[:1] == [place] and stack[1:] else place

    def is_symptom(self, finding):
        """The published bug, or another kind of trouble among the published functions."""
        return self.is_published(finding) or (
            finding["kind"] in self.also and set(self.functions) <= set(finding["functions"]))


def _words(text):
    return tuple(word for word in text.replace("|", " ").split() if word not in ("-", "none"))


def _load(path):
    ini = configparser.ConfigParser(interpolation=None)
    ini.optionxform = str
    ini.read(path)
    about = ini["subject"]
    part = lambda name: dict(ini[name]) if ini.has_section(name) else {}
    return Subject(
        name=about.get("name", path.parent.name), folder=path.parent, papers=_words(about.get("papers", "")),
        kinds=_words(about.get("kind", "")), also=_words(about.get("also", "")),
        functions=_words(about.get("functions", "")), place=part("stack").get("frame0", ""),
        locker=part("stack").get("locker", ""),
        methods=about.getint("methods", 0), published=part("published"), not_found=part("not found"))


def discover(only=""):
    """Subjects that are libraries. Programs with main() belong to bench/tsa."""
    found = [_load(path) for path in sorted(HOME.glob("*/subject.ini"))]
    return [s for s in found if all(f.exists() for f in s.files) and only in s.name]
