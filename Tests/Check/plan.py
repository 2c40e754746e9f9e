"""Compares the modules with their plan: each module imports what Package.swift declares, has a row of its kind in
docs/architecture.md and a test suite, and no type name occurs in two modules.
Prints the size of each module, and a line for each difference.

    plan.py [FOLDER]    # another tree than this one, as selftest.py does"""
import collections
import functools
import json
import os
import pathlib
import re
import subprocess
import sys

# What the toolchain brings. Modules of the library have no Foundation and no C library but their own.
LIBRARY_MODULES = {"Synchronization"}
ORDINARY_MODULES = LIBRARY_MODULES | {"Foundation", "Glibc", "Testing"}
# Type names that two modules may share, each with its reason.
SHARED_NAMES = {}

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|enum|class|protocol|func|var|let|typealias)\s+)?(\w+)", re.M)
TYPE = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*"
    r"(?:(?:public|package|internal|fileprivate|private|final|indirect|nonisolated)\s+)*"
    r"(?:struct|enum|class|actor|protocol|typealias)\s+(\w+)", re.M)


@functools.cache
def manifest(root, package, environment):
    """The targets of a Package.swift with that text in that environment: name to (folder, dependencies)."""
    answer = subprocess.run(
        ["swift", "package", "--package-path", str(root), "dump-package"], capture_output=True, text=True,
        env=dict(os.environ) | dict(environment))
    if answer.returncode:
        sys.exit(f"Package.swift cannot be read:\n{answer.stderr}")
    targets = {}
    for target in json.loads(answer.stdout)["targets"]:
        names = [(d.get("byName") or d.get("product") or d.get("target"))[0] for d in target["dependencies"]]
        top = "Tests" if target["type"] == "test" else "Sources"
        targets[target["name"]] = (target.get("path") or f"{top}/{target['name']}", set(names))
    return targets


def is_headers(name):
    """C headers and inline accessors, nothing else: `C` before another capital."""
    return re.match(r"C[A-Z]", name) is not None


def is_module(name, folder):
    """A Swift target of Sources."""
    return folder.startswith("Sources") and not is_headers(name)


def modules_of(targets):
    """The modules: name to what they declare."""
    return {name: declared for name, (folder, declared) in targets.items() if is_module(name, folder)}


def kinds(root):
    """The rows of the plan: name to kind of modules, in order."""
    rows, kind = {}, None
    text = (root / "docs/architecture.md").read_text().split("\n## Modules\n", 1)[-1].split("\n## ", 1)[0]
    for line in text.splitlines():
        heading, name = re.match(r"\| \*\*(.+?)\*\*", line), re.match(r"\| `([\w-]+)` \| ", line)
        if heading:
            kind = heading[1].split()[0].lower()
        elif name:
            rows[name[1]] = kind
    return rows


def files(root, folder, *suffixes):
    return sorted(p for p in (root / folder).rglob("*") if p.suffix in suffixes and p.is_file())


def compare_imports(root, targets, library):
    """What files import against what Package.swift declares, both ways; of tests, what is not declared."""
    faults = []
    for name, (folder, declared) in targets.items():
        found = {}
        for path in files(root, folder, ".swift"):
            for module in IMPORT.findall(path.read_text()):
                found.setdefault(module, path.relative_to(root))
        of_toolchain = LIBRARY_MODULES if name in library else ORDINARY_MODULES
        for module, path in sorted(found.items()):
            # Tests hold texts in other languages that import things, too.
            is_known = module in targets or is_module(name, folder)
            if is_known and module not in declared | of_toolchain | {name}:
                faults.append(f"{path}: imports {module}, which Package.swift does not declare for {name}")
        for module in sorted(declared - set(found)) if is_module(name, folder) else []:
            faults.append(f"Package.swift: {name} declares {module}, which no file of it imports")
    return faults


def compare_plan(root, targets, browser):
    """The table of docs/architecture.md against Package.swift."""
    page = "docs/architecture.md"
    rows, faults = kinds(root), []
    modules = modules_of(targets)
    for name in sorted(modules.keys() - rows.keys()):
        faults.append(f"{page}: no row for `{name}`")
    for name in sorted(rows.keys() - modules.keys()):
        faults.append(f"{page}: `{name}` is no module of Package.swift")
    for_pages = {other for name, kind in rows.items() if kind == "page" for other in modules.get(name, ())}
    for name in (n for n in rows if n in modules):
        kind = rows[name]
        if (kind in ("real-time", "pure", "page") or name in for_pages) != (name in browser):
            where = "is" if name in browser else "is not"
            faults.append(f"{page}: `{name}` stands among “{kind}”, but {where} built for WebAssembly")
        for other in modules[name] if kind == "pure" else []:
            if is_headers(other):
                faults.append(f"Package.swift: {name} is pure, but declares the C library {other}")
    for path in files(root, "Sources", ".h", ".c"):
        if re.search(r"<(c|tg)?math(\.h)?>", path.read_text()):
            faults.append(f"{path.relative_to(root)}: includes libm's header; CLanes has our own mathematics")
    return faults


def compare_suites(root, targets):
    """Each module has a suite of its name, or its row ends with one that exists."""
    page, faults = "docs/architecture.md", []
    for name in sorted(modules_of(targets)):
        row = re.search(rf"^\| `{name}` \| .*; `([\w/]+)` \|$", (root / page).read_text(), re.M)
        suite = row[1] if row else f"{name}Tests"
        if not (root / "Tests" / suite).is_dir():
            faults.append(f"{page}: `{name}` has no test suite: there is no Tests/{suite}")
    return faults


def compare_names(root):
    """No name of a type at the top of a file stands in two modules."""
    modules = collections.defaultdict(dict)
    for path in files(root, "Sources", ".swift"):
        for name in TYPE.findall(path.read_text()):
            modules[name].setdefault(path.relative_to(root).parts[1], path.relative_to(root))
    faults = [
        f"{name} is a type of two modules: {' and '.join(map(str, where.values()))}"
        for name, where in sorted(modules.items()) if len(where) > 1 and name not in SHARED_NAMES
    ]
    stale = [name for name in SHARED_NAMES if len(modules[name]) < 2]
    return faults + [f"plan.py: {name} is no shared name any more" for name in stale]


def size(root, module):
    """The files of a module, and their lines."""
    paths = files(root, f"Sources/{module}", ".swift", ".c", ".h")
    return len(paths), sum(len(path.read_text().splitlines()) for path in paths)


def differences(root):
    """What Package.swift declares, and a line for each difference between it, the sources and the plan."""
    package = (root / "Package.swift").read_text()
    browser = manifest(root, package, (("TACTUS_WASM", "1"),))
    targets = browser | manifest(root, package, ())
    library = manifest(root, package, (("TACTUS_EMBEDDED", "1"),)) | browser
    faults = compare_imports(root, targets, library) + compare_plan(root, targets, browser)
    return targets, faults + compare_suites(root, targets) + compare_names(root)


def main(root):
    targets, faults = differences(root)
    print("    module            files  lines")
    for module in modules_of(targets):
        print("    {:14} {:6} {:6}".format(module, *size(root, module)))
    imports = sum(len(declared) for _, declared in targets.values())
    modules = len(modules_of(targets))
    print(f"- {modules} modules, {imports} declared imports: {len(faults)} differences from the plan")
    sys.exit("\n".join(faults) or 0)


if __name__ == "__main__":
    main((pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve())
