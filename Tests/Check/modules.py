"""Checks two things about the modules of the libraries that neither the compiler nor the linker says.

No module shares the constant lists of its functions with another one. Swift 6.3 makes each list literal of a function a
constant, named after the function and a number. Several modules may compile one function and number its lists
differently. The linker keeps one constant of each name, so that a parameter had the choices of another.
packaging/libraries makes these names local to each module.

No module calls a generic function whose body another one keeps to itself (`closed` in Package.swift): Embedded Swift
compiles such a function only where it knows the types, and leaves a trap in its own module. It refuses most such calls,
but not those of a protocol's extension."""
import pathlib
import re
import subprocess
import sys

MODULES = pathlib.Path(".build")
# A trap has the bytes of a frame and of `ud2`.
TRAP_SIZE = 8


def nm(module):
    """Size, kind and name of each symbol of a module; the size is 0 where it is unknown."""
    printed = subprocess.run(["nm", "-S", module], capture_output=True, text=True, check=True).stdout
    for line in printed.splitlines():
        symbol = re.fullmatch(r"[0-9a-f ]{16} (?:([0-9a-f]{16}) )?(\w) (.+)", line)
        if symbol:
            yield int(symbol[1] or "0", 16), symbol[2], symbol[3]


def is_trap(module, name):
    printed = subprocess.run(["objdump", "-d", f"--disassemble={name}", module], capture_output=True, text=True,
                             check=True).stdout
    return re.search(r"\bud2\b", printed) is not None


def main():
    # The same sources are compiled for ARM, whose instructions this objdump can't read.
    modules = sorted(each for each in MODULES.glob("lv2-*/modules/*.o") if "lv2-arm64" not in each.parts)
    lists, faults, called, short = 0, [], {}, {}
    for module in modules:
        for size, kind, name in nm(module):
            if re.search(r"Tv\d*_r?$", name):
                lists += 1
                if kind.isupper():
                    faults.append(f"{module.name}: {name} is visible to other modules")
            if kind == "U":
                called.setdefault(name, module)
            elif kind == "T" and size <= TRAP_SIZE:
                short[name] = module
    for name in sorted(called.keys() & short.keys()):
        if is_trap(short[name], name):
            faults.append(f"{called[name].name} calls {name}, of which {short[name].name} has only a trap: make it "
                          "@inlinable, or take the module out of `closed` in Package.swift")
    print(f"- {lists} constant lists in {len(modules)} modules; {len(called.keys() & short.keys())} short functions "
          f"that others call: {len(faults)} faults")
    if not lists:
        faults.append("there are no lists: was the library built by `make`?")
    sys.exit("\n".join(faults) or 0)


main()
