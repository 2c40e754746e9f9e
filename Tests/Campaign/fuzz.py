"""Runs libFuzzer with AddressSanitizer on each reader of untrusted input, for FUZZ_SECONDS each (default: 600).

`fuzz.py TARGET …` selects readers. Inputs that reached new code are kept in .build/fuzzer/corpus, and crashing inputs
beside it. Add a test case for each crash."""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / ".build" / "fuzzer"
SECONDS = os.environ.get("FUZZ_SECONDS", "600")
TARGETS = re.findall(r"\b\w+", " ".join(re.findall(
    r"^  case ([\w, ]+)$", (ROOT / "Tests/InputFuzz/FuzzTarget.swift").read_text(), re.M)))


def main():
    flags = ["-Xswiftc", "-sanitize=fuzzer,address", "-Xswiftc", "-use-ld=lld"]
    subprocess.run(["swift", "build", "-c", "release", "--scratch-path", str(BUILD), "--product", "fuzzer", *flags],
                   cwd=ROOT, env=dict(os.environ, TACTUS_FUZZER="1"), check=True)
    # Foundation leaks a few bytes for each process that it has started.
    os.environ["ASAN_OPTIONS"] = "detect_leaks=0"
    faults = []
    for target in sys.argv[1:] or TARGETS:
        corpus = BUILD / "corpus" / target
        corpus.parent.mkdir(exist_ok=True)
        done = subprocess.run([str(BUILD / "release" / "fuzzer"), target, SECONDS, str(corpus)], cwd=ROOT,
                              capture_output=True, text=True, errors="replace")
        rows = dict(re.findall(r"stat::(\w+):\s+(\d+)", done.stderr))
        covered = re.findall(r"cov: (\d+)", done.stderr)
        print(f"{target:8} {rows.get('number_of_executed_units', '?'):>10} inputs in {SECONDS} s, "
              f"{covered[-1] if covered else '?'} edges ({covered[0] if covered else '?'} at first), "
              f"{'nothing found' if done.returncode == 0 else 'FOUND A FAULT'}", flush=True)
        if done.returncode != 0:
            faults.append(target)
            print(done.stderr[-4000:])
    return bool(faults)


sys.exit(main())
