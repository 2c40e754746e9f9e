#!/usr/bin/python3
"""The report of `make test`: the minutes of each step and the slowest tests.

    Tests/report.py begin               forgets the last run
    Tests/report.py step NAME COMMAND…  runs a command, passes its output on and records how long it took
    Tests/report.py print               prints the tables

A step also records its tests: those of `swift test` from its output, those of pytest by `conftest.py`, which
calls `record_test`. The records are lines of JSON in .build/test-report, so steps can run in parallel.

Swift tests are counted, but not ranked: they all start at once, so the duration that `swift test` prints includes the
time spent waiting for other tests."""
import json
import os
import pathlib
import re
import subprocess
import sys
import time

FOLDER = pathlib.Path(__file__).resolve().parents[1] / ".build" / "test-report"
SLOWEST = 20
LONGEST_NAME = 100
# `swift test` prints one line for each test: ✔ Test name() passed after 0.123 seconds.
SWIFT_TEST = re.compile(r'Test (?!run with |case )(.+?)(?: with \d+ test cases?)? (?:passed|failed) after [0-9.]+ seconds')


def record(kind, **values):
    """Appends a record. Short appends to one file are atomic, so processes side by side may share it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open(FOLDER / f"{kind}.jsonl", "a", encoding="utf-8") as file:
        file.write(json.dumps(values) + "\n")


def record_test(name, seconds):
    """Records a test of the step that runs. Does nothing outside of a step."""
    if step := os.environ.get("TACTUS_TEST_STEP"):
        record("tests", step=step, name=name[:LONGEST_NAME], seconds=round(seconds, 3))


def records(kind):
    path = FOLDER / f"{kind}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def begin():
    for path in FOLDER.glob("*.jsonl"):
        path.unlink()


def step(name, command):
    """Runs the command; returns its exit status."""
    began = time.time()
    child = subprocess.Popen(command, env=os.environ | {"TACTUS_TEST_STEP": name}, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT)
    for line in child.stdout:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
        if match := SWIFT_TEST.search(line.decode(errors="replace")):
            record("tests", step=name, name=match[1], seconds=None)
    status = child.wait()
    record("steps", name=name, began=began, seconds=round(time.time() - began, 1), status=status)
    return status


def table():
    """The lines of both tables."""
    steps = sorted(records("steps"), key=lambda each: each["began"])
    if not steps:
        return []
    tests = records("tests")
    total = max(each["began"] + each["seconds"] for each in steps) - steps[0]["began"]
    lines = ["", "minutes  tests  step"]
    for each in steps:
        count = sum(test["step"] == each["name"] for test in tests)
        failed = f"  failed with status {each['status']}" if each["status"] else ""
        lines.append(f"{each['seconds'] / 60:7.1f} {count or '':>6}  {each['name']}{failed}")
    lines += [f"{total / 60:7.1f} {len(tests):6}  in all", "",
              f"seconds  the slowest {SLOWEST} tests, without those of Swift"]
    timed = [test for test in tests if test["seconds"] is not None]
    for test in sorted(timed, key=lambda each: -each["seconds"])[:SLOWEST]:
        lines.append(f"{test['seconds']:7.1f}  {test['step']}: {test['name']}")
    return lines


def main():
    match sys.argv[1:]:
        case ["begin"]:
            begin()
        case ["step", name, *command] if command:
            return step(name, command)
        case ["print"]:
            print("\n".join(table()))
        case _:
            return __doc__


if __name__ == "__main__":
    sys.exit(main())
