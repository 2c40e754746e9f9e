"""Prints the size of each library of the bundle, stripped as packages ship it, and fails if one exceeds its
size in Tests/Golden/size.txt by more than 2 %. A commit that pins larger sizes says what they are for.

    size.py [--pin]    # --pin writes today's sizes"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "build/tactus.lv2"
PINS = "Tests/Golden/size.txt"
ALLOWED = 1.02


def pinned(root):
    """The sizes of a tree's pins, by the names of libraries."""
    lines = (root / PINS).read_text().splitlines()
    return {name: int(size) for name, size in (line.split() for line in lines)}


def sizes(names):
    """The size of each of these libraries, stripped. A library that isn't built has none."""
    with tempfile.TemporaryDirectory() as scratch:
        stripped = pathlib.Path(scratch) / "stripped.so"
        found = {}
        for name in names:
            if (BUNDLE / name).is_file():
                subprocess.run(["strip", "-o", stripped, BUNDLE / name], check=True)
                found[name] = stripped.stat().st_size
        return found


def differences(root, found):
    """A line for each library that is missing or has grown too much."""
    faults = []
    for name, pin in pinned(root).items():
        if name not in found:
            faults.append(f"{PINS}: {name} is not in the bundle")
        elif found[name] > pin * ALLOWED:
            faults.append(
                f"{name} has {found[name]:,} bytes, {found[name] / pin - 1:.1%} more than {PINS} says: "
                "shrink it, or run `python3 Tests/Check/size.py --pin` and say in the commit what was added")
    return faults


def main():
    pins = pinned(ROOT)
    found = sizes(pins)
    for name, size in found.items():
        print(f"- {name} has {size:,} bytes, {size / pins[name] - 1:+.1%} of the {pins[name]:,} pinned")
    if sys.argv[1:] == ["--pin"]:
        missing = sorted(pins.keys() - found.keys())
        if missing:
            sys.exit(f"not built: {', '.join(missing)}. Run `make` first.")
        (ROOT / PINS).write_text("".join(f"{name} {size}\n" for name, size in found.items()))
    else:
        sys.exit("\n".join(differences(ROOT, found)) or 0)


if __name__ == "__main__":
    main()
