"""Counts what makes texts hard to read, and holds each count to its bound in Tests/Golden/counts.txt: vague
pronouns, files that do not name their thread, lines wider than set. A bound may only fall: `words.py --lower`
writes today's counts where they are less.

    words.py [--lower] [--list NAME] [FOLDER]    # --list says where; FOLDER is another tree than this one"""
import argparse
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parents[2]
BOUNDS = "Tests/Golden/counts.txt"
VAGUE = re.compile(r"\b(whom|whoever|nobody|somebody|whose)\b", re.I)
CODE_WIDTH, PROSE_WIDTH = 110, 120
C_AND_SWIFT = {".swift", ".c", ".h"}
SCRIPTS = {".py", ".sh", ".lua"}
TEXTS = ["Sources", "Tests", "docs", "examples", "README.md", "CONTRIBUTING.md", "Package.swift"]
CODE = ["Tests", "gallery", "docs", "examples", ".ci", "Makefile", "Package.swift"]
PAGES = ["docs", "README.md", "CONTRIBUTING.md"]
# Text written by `declare generate`: its words stand in Sources, and are counted there.
GENERATED = re.compile(r"Written by `declare`")
# Rooms of the library, on whose threads it matters: all but the tools.
TOOLS = {"declare", "tactus", "Hosting", "Pictures", "CLilv", "CSndfile", "CCairo", "Surface", "CSSL",
         "CQR", "Stage", "CJack", "CInput"}


def texts(root, *tops):
    """Each file of text that people write, with its lines."""
    for top in tops:
        folder = root / top
        for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            name = path.relative_to(root)
            if not path.is_file() or "__pycache__" in name.parts or "Golden" in name.parts:
                continue
            is_script = path.suffix == "" and path.read_bytes()[:2] == b"#!"
            if path.suffix in C_AND_SWIFT | SCRIPTS | {".md"} or is_script or path.name == "Makefile":
                lines = path.read_text().splitlines()
                if path.suffix != ".md" or not any(GENERATED.search(line) for line in lines[:6]):
                    yield name, lines


def is_code(name):
    return name.suffix != ".md"


def prose(lines):
    """The lines of a page with their numbers, without tables and code, which cannot be wrapped."""
    is_listing = False
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            is_listing = not is_listing
        elif not is_listing and not line.startswith(("|", "    ", "![")):
            yield number, line


def vague(root):
    for name, lines in texts(root, *TEXTS):
        for number, line in enumerate(lines, 1):
            if VAGUE.search(line) and name.name != "words.py":
                yield f"{name}:{number}: {line.strip()}"


def threadless(root):
    """Files of the library that do not say on which thread they run in their first lines."""
    for name, lines in texts(root, "Sources"):
        if name.parts[1] not in TOOLS and name.suffix in (".swift", ".h"):
            head = [line for line in lines[:4] if line.startswith("//")]
            if not any("thread" in line.lower() for line in head):
                yield f"{name}:1: {lines[0] if lines else ''}"


def wide(root, tops, kind):
    for name, lines in texts(root, *tops):
        if is_code(name) and kind == "code":
            numbered, width = enumerate(lines, 1), CODE_WIDTH
        elif not is_code(name) and kind == "prose":
            numbered, width = prose(lines), PROSE_WIDTH
        else:
            continue
        yield from (f"{name}:{n}: {len(line)} characters" for n, line in numbered if len(line) > width)


COUNTS = {
    "vague": ("lines with whom, whoever, nobody, somebody, whose", vague),
    "threads": ("files of the library that do not name their thread", threadless),
    "sources": (f"lines of Sources over {CODE_WIDTH} characters", lambda r: wide(r, ["Sources"], "code")),
    "tests": (
        f"lines of tests and scripts over {CODE_WIDTH} characters",
        lambda r: wide(r, CODE, "code")),
    "prose": (
        f"lines of prose over {PROSE_WIDTH} characters",
        lambda r: wide(r, PAGES, "prose")),
}


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--lower", action="store_true")
    arguments.add_argument("--list", choices=COUNTS)
    arguments.add_argument("folder", nargs="?", default=HERE, type=pathlib.Path)
    arguments = arguments.parse_args()
    root = arguments.folder.resolve()
    if arguments.list:
        print("\n".join(COUNTS[arguments.list][1](root)))
        return
    found = {name: list(find(root)) for name, (_, find) in COUNTS.items()}
    bounds = [line.split() for line in (HERE / BOUNDS).read_text().splitlines()]
    faults = []
    for name, bound, aim in bounds:
        count = len(found[name])
        hint = "; `words.py --lower` lowers the bound" if count < int(bound) else ""
        print(f"- {count} {COUNTS[name][0]}, {bound} allowed, the aim is {aim}{hint}")
        if count > int(bound):
            faults.append(f"{count} {COUNTS[name][0]}, {BOUNDS} allows {bound}: `words.py --list {name}`")
    if arguments.lower:
        lines = [f"{name} {min(len(found[name]), int(bound))} {aim}\n" for name, bound, aim in bounds]
        (HERE / BOUNDS).write_text("".join(lines))
    raise SystemExit("\n".join(faults) or 0)


main()
