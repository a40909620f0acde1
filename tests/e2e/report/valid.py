# SPDX-License-Identifier: Apache-2.0
"""valid.py sarif|junit FILE [COUNT]: is it what the format's specification asks for, with COUNT findings?

SARIF 2.1.0: every property that the specification requires of an object that heddle writes, the types
and limits of those that it writes, and no property that the specification does not have. JUnit: what
readers of the format have in common.
"""
import json
import re
import sys
import xml.etree.ElementTree as tree

# Of each object: required properties, then others that may be there. A type is a Python type, the
# name of an object, or a list of one of these.
OBJECTS = {
    "log": ({"version": str, "runs": ["run"]}, {"$schema": str}),
    "run": ({"tool": "tool"}, {"results": ["result"], "columnKind": str, "originalUriBaseIds": dict, "properties": dict,
                               "invocations": ["invocation"]}),
    "tool": ({"driver": "driver"}, {}),
    "driver": ({"name": str}, {"version": str, "semanticVersion": str, "informationUri": str, "rules": ["rule"], "fullName": str}),
    "rule": ({"id": str}, {"name": str, "shortDescription": "text", "fullDescription": "text", "defaultConfiguration": "configuration",
                           "helpUri": str, "help": "text", "properties": dict}),
    "configuration": ({}, {"level": str, "enabled": bool}),
    "text": ({"text": str}, {"markdown": str}),
    "invocation": ({"executionSuccessful": bool}, {}),
    "result": ({"message": "text"}, {"ruleId": str, "ruleIndex": int, "level": str, "kind": str, "locations": ["location"], "stacks": ["stack"],
                                     "codeFlows": ["codeFlow"], "partialFingerprints": dict, "fingerprints": dict, "properties": dict,
                                     "relatedLocations": ["location"], "guid": str}),
    "location": ({}, {"id": int, "physicalLocation": "physicalLocation", "logicalLocations": ["logicalLocation"], "message": "text"}),
    "physicalLocation": ({"artifactLocation": "artifactLocation"}, {"region": "region"}),
    "artifactLocation": ({"uri": str}, {"uriBaseId": str, "index": int}),
    "region": ({"startLine": int}, {"startColumn": int, "endLine": int, "endColumn": int, "snippet": "text"}),
    "logicalLocation": ({}, {"name": str, "kind": str, "fullyQualifiedName": str}),
    "stack": ({"frames": ["frame"]}, {"message": "text"}),
    "frame": ({}, {"location": "location", "module": str, "threadId": int}),
    "codeFlow": ({"threadFlows": ["threadFlow"]}, {"message": "text"}),
    "threadFlow": ({"locations": ["threadFlowLocation"]}, {"id": str, "message": "text"}),
    "threadFlowLocation": ({}, {"location": "location", "executionOrder": int, "nestingLevel": int, "importance": str, "state": dict}),
}
URI = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2})+\Z")


def check(value, kind, where):
    if isinstance(kind, list):
        assert isinstance(value, list), where
        for i, item in enumerate(value):
            check(item, kind[0], f"{where}[{i}]")
        return
    if not isinstance(kind, str):
        assert isinstance(value, kind) and not (kind is int and isinstance(value, bool)), (where, value)
        return
    required, optional = OBJECTS[kind]
    assert isinstance(value, dict), where
    for name in required:
        assert name in value, f"{where}: no {name}"
    for name, item in value.items():
        known = {**required, **optional}
        assert name in known, f"{where}: {name} is not in the specification"
        check(item, known[name], f"{where}.{name}")
    if kind == "artifactLocation":
        assert URI.match(value["uri"]), (where, value["uri"])
    if kind == "region":
        assert value["startLine"] >= 1, where
    if kind == "threadFlow" or kind == "codeFlow":
        assert all(value[name] for name in required), where
    if "level" in value:
        assert value["level"] in ("none", "note", "warning", "error"), where


def sarif(path, count):
    log = json.load(open(path, encoding="utf-8"))
    check(log, "log", "log")
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(set(rules)) == len(rules)
    assert count is None or len(run["results"]) == count, len(run["results"])
    for result in run["results"]:
        assert result["message"]["text"]


def junit(path, count):
    root = tree.parse(path).getroot()  # expat: nothing but well-formed XML and valid UTF-8
    assert root.tag == "testsuites"
    cases = failures = 0
    for suite in root:
        assert suite.tag == "testsuite" and suite.get("name")
        own = suite.findall("testcase")
        assert len(own) == len(suite) == int(suite.get("tests"))
        failed = [case for case in own if case.find("failure") is not None]
        assert len(failed) == int(suite.get("failures")) and suite.get("errors") == "0"
        assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp"))
        float(suite.get("time"))
        for case in own:
            assert case.get("classname") and case.get("name")
            float(case.get("time"))
        cases, failures = cases + len(own), failures + len(failed)
    assert count is None or failures == count, failures
    assert count != 0 or cases > 0


{"sarif": sarif, "junit": junit}[sys.argv[1]](sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None)
print("valid")
