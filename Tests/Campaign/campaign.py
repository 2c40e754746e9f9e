#!/usr/bin/python3
"""Runs parts of the campaign: what takes longer than a test of `make test` may, or measures real time.

    make campaign                       all parts
    make campaign PART=exports          one part, or several: PART="exports page"
    make campaign PART=list             lists the parts with their minutes
    make campaign PART=fuzz SEED=123    repeats the random tests of another run

The figures are in .build/campaign/result.md, and the output of each part in a file beside it. A part that
fails does not stop the others; the exit status is 1 if one has failed."""
import os
import pathlib
import random
import re
import subprocess
import sys
import time

from parts import PARTS

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build" / "campaign"
PYTHON = "/usr/bin/python3"
VARIABLES = {
    "PYTHON": PYTHON,
    "PYTEST": f"env PYTHONPATH=Tests/HostTests {PYTHON} -m pytest -p conftest -p no:cacheprovider -s",
    "SWIFT_TEST": f"swift test {os.environ.get('SWIFT_FLAGS', '-c release')}",
}
# What builds and test runners print about themselves.
NOISE = re.compile(r"^\[\d+/\d+\]|^(=|platform |rootdir: |collected |Tests/|Building|Build complete|Compiling|Fetching|Fetched|Test Suite|Executed|"
                   r"warning:|make\b)|^\W* (Suite|Test|Test run)\b|^\s*$")
# The most lines of a part's output that count as figures.
MOST = 60


def chosen(names):
    """The parts with these names, in the order of the table; all parts if there is no name."""
    known = [part.name for part in PARTS]
    if wrong := [name for name in names if name not in known]:
        sys.exit(f"There is no part '{wrong[0]}'. The parts are: {', '.join(known)}.")
    return [part for part in PARTS if not names or part.name in names]


def figures(output):
    """The figures of a part: the section "measured" of pytest, otherwise the last lines that are not noise."""
    lines = output.splitlines()
    starts = [place for place, line in enumerate(lines) if re.match(r"=+ measured =+$", line)]
    if starts:
        found = lines[starts[-1] + 1:]
        ends = [place for place, line in enumerate(found) if line.startswith("====")]
        return [line for line in found[:ends[0] if ends else None] if line]
    return [line for line in lines if not NOISE.match(line)][-MOST:]


def run(part, environment):
    """Runs a part with its output on the terminal and in its file; returns minutes, status and figures."""
    began, lines = time.monotonic(), []
    with open(FOLDER / f"{part.name}.log", "w", encoding="utf-8") as log:
        child = subprocess.Popen(part.command, shell=True, cwd=ROOT, env=environment, text=True,
                                 errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for line in child.stdout:
            print(line, end="", flush=True)
            log.write(line)
            lines.append(line)
        status = child.wait()
    return (time.monotonic() - began) / 60, status, figures("".join(lines))


def write(seed, results):
    """The result file, written anew after each part."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True,
                            text=True).stdout.strip()
    text = [f"# Campaign of commit {commit}, seed {seed}", "", "| part | minutes | expected | result |",
            "|---|---|---|---|"]
    for part, minutes, status, _ in results:
        result = f"failed with status {status}" if status else "passed"
        text.append(f"| {part.name} | {minutes:.1f} | {part.minutes:g} | {result} |")
    for part, _, _, found in results:
        text += ["", f"## {part.name}", "", f"    {part.command}", "", *(f"    {line}" for line in found)]
    (FOLDER / "result.md").write_text("\n".join(text) + "\n", encoding="utf-8")


def main():
    names = re.split(r"[\s,]+", " ".join(sys.argv[1:]).strip())
    if names == ["list"]:
        for part in PARTS:
            print(f"{part.name:16} {part.minutes:4g} min  {part.command}")
        print(f"{'in all':16} {sum(part.minutes for part in PARTS):4g} min")
        return 0
    parts = chosen([name for name in names if name])
    seed = os.environ.get("SEED") or str(random.randrange(1 << 32))
    environment = os.environ | VARIABLES | {"TACTUS_CAMPAIGN_SEED": seed}
    FOLDER.mkdir(parents=True, exist_ok=True)
    results = []
    for part in parts:
        print(f"campaign: {part.name}, about {part.minutes:g} minutes, seed {seed}", flush=True)
        results.append((part, *run(part, environment)))
        write(seed, results)
    failed = [part.name for part, _, status, _ in results if status]
    print(f"campaign: seed {seed}, {len(results) - len(failed)} of {len(results)} parts passed"
          + (f"; failed: {', '.join(failed)}" if failed else "")
          + f". The figures are in {(FOLDER / 'result.md').relative_to(ROOT)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
