"""Shows that the checks fail when what they guard is broken: each case breaks a scratch copy of the sources
in one place, and a line about it must appear that was not there before."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import plan
import size

ROOT = pathlib.Path(__file__).resolve().parents[2]
LENT = """func lend(_ x: inout Int) -> UnsafePointer<Int> {
  withUnsafeMutablePointer(to: &x) { UnsafePointer($0) }
}
"""
MORE_IMPORTS = ('module("OSC")', 'module("OSC", imports: ["Lanes"])')


# Each of these makes a change of the tree, which answers with the paths that it wrote.


def append(module, text):
    def change(tree):
        path = sorted((tree / "Sources" / module).rglob("*.swift"))[0]
        path.write_text(path.read_text() + text)
        return [path]
    return change


def replace(name, old, new):
    def change(tree):
        text = (tree / name).read_text()
        assert old in text, f"selftest: {name} does not hold {old!r}"
        (tree / name).write_text(text.replace(old, new, 1))
        return [tree / name]
    return change


def write(name, text):
    def change(tree):
        (tree / name).write_text(text)
        return [tree / name]
    return change


def plan_of(tree):
    return plan.differences(tree)[1]


def escapes_of(tree):
    command = ["/usr/bin/python3", ROOT / "Tests/Check/escapes.py", tree]
    done = subprocess.run(command, capture_output=True, text=True)
    return (done.stdout + done.stderr).splitlines()


def sizes_of(tree):
    """The built libraries against the pins of the tree."""
    return size.differences(tree, size.sizes(size.pinned(tree)))


# What is broken, how, the check, and what its new line must hold.
CASES = [
    ("a C module that is not declared", append("Signal", "import CLanes\n"), plan_of,
     "imports CLanes, which Package.swift does not declare for Signal"),
    ("a module that is not declared", append("Music", "import Matrix\n"), plan_of,
     "imports Matrix, which Package.swift does not declare for Music"),
    ("Foundation in the library", append("Touch", "import Foundation\n"), plan_of,
     "imports Foundation, which Package.swift does not declare for Touch"),
    ("a declaration that is not used", replace("Package.swift", *MORE_IMPORTS), plan_of,
     "OSC declares Lanes, which no file of it imports"),
    ("a module without its row", replace("docs/architecture.md", "| `LV2` |", "| LV2 |"), plan_of,
     "no row for `LV2`"),
    ("a module without a test suite", replace("docs/architecture.md", "with tempo and meter; `tactusTests` |", "with tempo and meter; `NoTests` |"), plan_of,
     "`MIDIFiles` has no test suite: there is no Tests/NoTests"),
    ("a type name in two modules", append("Music", "struct ControllerSources {}\n"), plan_of,
     "ControllerSources is a type of two modules"),
    ("libm in a module", write("Sources/CPosix/include/sums.h", "#include <math.h>\n"), plan_of,
     "sums.h: includes libm's header"),
    ("a pointer that outlives its closure", append("Music", LENT), escapes_of,
     "a pointer outlives the closure that it is lent to"),
    ("an escape without a reason", append("Music", "nonisolated(unsafe) var x = 0\n"), escapes_of,
     "an escape without its reason"),
    ("a library that has grown", write(size.PINS, "tactus_ui.so 1000\n"), sizes_of, "tactus_ui.so has "),
    ("a library that is missing", write(size.PINS, "gone.so 1000\n"), sizes_of,
     "gone.so is not in the bundle"),
]


def copy(tree):
    """The sources as they stand, tracked or not, without what is built."""
    tree.mkdir()
    for name in ("Sources", "Tests", "docs"):
        without = shutil.ignore_patterns("__pycache__", "*.svg")
        shutil.copytree(ROOT / name, tree / name, ignore=without)
    shutil.copy(ROOT / "Package.swift", tree / "Package.swift")


def undo(tree, paths):
    for path in paths:
        original = ROOT / path.relative_to(tree)
        if original.exists():
            shutil.copy(original, path)
        else:
            path.unlink()


def main():
    faults, before = [], {}
    with tempfile.TemporaryDirectory() as scratch:
        tree = pathlib.Path(scratch).resolve() / "tactus"
        copy(tree)
        for _, _, check, _ in CASES:
            if check not in before:
                before[check] = set(check(tree))
        for name, change, check, expected in CASES:
            written = change(tree)
            if not any(expected in line for line in check(tree) if line not in before[check]):
                faults.append(f"selftest: {name} is not found")
            undo(tree, written)
    print(f"- {len(CASES) - len(faults)} of {len(CASES)} things that were broken on purpose were found")
    sys.exit("\n".join(faults) or 0)


main()
