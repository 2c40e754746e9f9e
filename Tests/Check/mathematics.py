"""The mathematics of CLanes, against numpy's long double over dense grids, and the same bits from each build:
compiled natively as it is linked, with all instructions of this processor, without optimisation, and for
WebAssembly, which node runs. A function's limit is what the comment above it states. The built library calls
no function of libm in its real-time modules.

    mathematics.py        # prints the greatest error of each function"""
import ctypes
import ctypes.util
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import numpy

import plan

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = HERE.parents[1] / "Sources/CLanes/include"
wide = numpy.longdouble
PI, LN2 = wide("3.14159265358979323846264338327950288"), numpy.log(wide(2))
GRIDS = 8  # of as many values as the program has room for

BUILDS = {"as linked": ["-O2"], "for this processor": ["-O3", "-march=native"], "not optimised": ["-O0"]}


def spaced(low, high):
    return lambda count, _: numpy.linspace(low, high, count)


def octaves(low, high):
    """Numbers between 2^low and 2^high, equally many in each octave."""
    return lambda count, _: numpy.exp2(numpy.linspace(low, high, count))


def circle(count, random):
    """Directions all the way round, from near the origin and from far; x, y."""
    turns, radius = numpy.linspace(0, 1, count), 2.0 ** random.integers(-20, 20, count)
    return radius * numpy.cos(2 * numpy.pi * turns), radius * numpy.sin(2 * numpy.pi * turns)


def direction(x, y):
    turns = numpy.arctan2(y, x) / (2 * PI)
    return numpy.where(turns < 0, turns + 1, turns)


def around(found, exact):
    """The distance of two directions, which may lie on both sides of 0."""
    away = numpy.abs(found - exact)
    return numpy.minimum(away, 1 - away)


def absolute(found, exact):
    return numpy.abs(found - exact)


def relative(found, exact):
    return numpy.abs(found - exact) / numpy.maximum(numpy.abs(exact), wide(1e-300))


def against_one(found, exact):
    return numpy.abs(found - exact) / numpy.maximum(numpy.abs(exact), 1)


def sine(v):
    return numpy.sin(2 * PI * (v - numpy.rint(v)))


# Of these every C library gives the same bits; texts round numbers with them.
EXACT = {"ceil", "ceilf", "floor", "floorf", "round", "roundf", "trunc", "truncf"}

# Name in mathematics.c: (function with the limit in its comment, values, exact result, kind of error)
ROWS = {
    "lanes_exp2": ("tactus_exp2", spaced(-125, 125), numpy.exp2, relative),
    "lanes_log2": ("tactus_log2", octaves(-120, 120), numpy.log2, against_one),
    "lanes_sin_turns": ("tactus_sin_turns", spaced(-1, 1), sine, absolute),
    "lanes_sin_phase": ("tactus_sin_phase", spaced(-0.5, 0.5), sine, absolute),
    "lanes_tan_pi": ("tactus_tan_pi", spaced(1e-5, 0.49), lambda v: numpy.tan(PI * v), relative),
    "lanes_approach": ("tactus_approach", octaves(-30, 5), lambda v: -numpy.expm1(-v), relative),
    "lanes_direction": ("tactus_direction", circle, direction, around),
    "lanes_saturate": ("tactus_saturate", spaced(-4, 4), lambda v: numpy.clip(v, -3, 3)
                       * (27 + numpy.clip(v, -3, 3)**2) / (27 + 9 * numpy.clip(v, -3, 3)**2), absolute),
    "lanes_sqrt": (0, octaves(-120, 120), lambda v: numpy.sqrt(v).astype(numpy.float32), absolute),
    "lanes_floor": (0, spaced(-3e6, 3e6), numpy.floor, absolute),
    "scalar_exp2": ("tactus_exp2f", spaced(-125, 127), numpy.exp2, relative),
    "scalar_exp": ("tactus_expf", spaced(-87, 88), numpy.exp, relative),
    "scalar_gain": ("tactus_gainf", spaced(-120, 120), lambda v: 10 ** (v / 20), relative),
    "scalar_approach": ("tactus_approachf", octaves(-40, 7), lambda v: -numpy.expm1(-v), relative),
    "scalar_log2": ("tactus_log2f", octaves(-120, 120), numpy.log2, relative),
    "scalar_sine": ("tactus_sine_of_turns", spaced(-300, 300), sine, absolute),
    "scalar_direction": ("tactus_direction_of", circle, direction, around),
    "scalar_sqrt": (0, octaves(-120, 120), lambda v: numpy.sqrt(v).astype(numpy.float32), absolute),
    "scalar_floor": (0, spaced(-3e6, 3e6), numpy.floor, absolute),
    "wide_log2": ("tactus_log2d", octaves(-900, 900), numpy.log2, against_one),
    "wide_floor": (0, spaced(-3e12, 3e12), numpy.floor, absolute),
}
# Values that a host may send: each build must give the same bits for them, too.
STRANGE = [0.0, -0.0, 1e-40, -1e-40, numpy.inf, -numpy.inf, 3e38, -3e38, 1e-38, 0.5, -0.5, 0.25, -0.25, 1, -1]
BOUNDED = {"lanes_log2", "lanes_tan_pi", "lanes_approach", "lanes_sqrt", "scalar_approach", "scalar_sqrt",
           "lanes_sin_phase", "lanes_sin_turns"}  # their arguments are limited by their callers


def limits():
    """What the comment above each function states: name to error."""
    found = {}
    for path in HEADERS.glob("*.h"):
        for comment, name in re.findall(r"((?:^///.*\n)+)TACTUS_INLINE \w+ (\w+)\(", path.read_text(), re.M):
            stated = re.search(r"error below (\de-\d+)", comment.replace("\n///", ""))
            if stated:
                found[name] = float(stated[1])
    return found


def values(name, count):
    """Each row's grids: x and y as the type of its function."""
    random, kind = numpy.random.default_rng(16), numpy.float64 if name[:4] == "wide" else numpy.float32
    made = ROWS[name][1](GRIDS * count, random)
    x, y = made if isinstance(made, tuple) else (made, numpy.zeros(GRIDS * count))
    x, y = x.astype(kind), y.astype(kind)
    if name not in BOUNDED:
        strange = numpy.array(STRANGE).astype(kind)
        x, y = numpy.append(x[:-len(strange)], strange), numpy.append(y[:-len(strange)], strange[::-1])
    return x, y


def native(folder, flags):
    """Calls a function of a native build on grids."""
    path = pathlib.Path(tempfile.mkdtemp(dir=folder)) / "mathematics.so"
    subprocess.run(["clang", *flags, "-shared", "-fPIC", "-Wall", "-Wno-psabi", "-o", path,
                    HERE / "mathematics.c"], check=True)
    library = ctypes.CDLL(str(path))
    count = library.capacity()

    def run(name, x, y):
        is_wide = name[:4] == "wide"

        def room(symbol):
            at = getattr(library, symbol)
            at.restype = ctypes.POINTER(ctypes.c_double if is_wide else ctypes.c_float)
            return numpy.ctypeslib.as_array(at(), (count,))

        results = []
        for start in range(0, len(x), count):
            room("wide_values" if is_wide else "x_values")[:] = x[start:start + count]
            if not is_wide:
                room("y_values")[:] = y[start:start + count]
            getattr(library, name)()
            results.append(room("wide_results" if is_wide else "results").copy())
        return numpy.concatenate(results)

    return run, count


NODE = """
const fs = require('fs'), [folder, names] = process.argv.slice(1);
const { exports: m } = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(folder + '/m.wasm')));
const memory = () => new Uint8Array(m.memory.buffer), count = m.capacity();
for (const name of names.split(',')) {
  const wide = name.startsWith('wide'), bytes = count * (wide ? 8 : 4), out = [];
  const x = fs.readFileSync(`${folder}/${name}.x`), y = fs.readFileSync(`${folder}/${name}.y`);
  for (let at = 0; at < x.length; at += bytes) {
    memory().set(x.subarray(at, at + bytes), wide ? m.wide_values() : m.x_values());
    if (!wide) memory().set(y.subarray(at, at + bytes), m.y_values());
    m[name]();
    const from = wide ? m.wide_results() : m.results();
    out.push(Buffer.from(memory().slice(from, from + bytes)));
  }
  fs.writeFileSync(`${folder}/${name}.out`, Buffer.concat(out));
}
"""


def browser(folder, grids):
    """The results of the build for WebAssembly: name to bytes."""
    subprocess.run(
        ["clang", "--target=wasm32-unknown-none-wasm", "-O2", "-msimd128", "-isystem",
         "/usr/include/wasm32-wasi", "-Wno-psabi", "-nostdlib", "-Wl,--no-entry",
         "-Wl,--export-dynamic", "-o", folder / "m.wasm", HERE / "mathematics.c"], check=True)
    for name, (x, y) in grids.items():
        (folder / f"{name}.x").write_bytes(x.tobytes())
        (folder / f"{name}.y").write_bytes(y.tobytes())
    subprocess.run(["node", "-e", NODE, str(folder), ",".join(grids)], check=True)
    return {name: (folder / f"{name}.out").read_bytes() for name in grids}


def names(*command):
    """The last column of what nm prints, without versions."""
    lines = subprocess.run(["nm", *command], capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split()[-1].split("@")[0] for line in lines if line.strip()}


def called():
    """The functions of libm that real-time modules call, and those of the library that are not exact."""
    root = HERE.parents[1]
    path = ctypes.util.find_library("m")
    libm = names("-D", "--defined-only", next(pathlib.Path("/lib").glob(f"*/{path}")))
    names_of = [name for name, kind in plan.kinds(root).items() if kind == "real-time"]
    faults = []
    for folder in root.glob(".build/lv2-*/modules"):
        for module in names_of:
            for name in sorted(names("--undefined-only", folder / f"{module}.o") & libm):
                faults.append(f"Sources/{module}: calls {name} of libm")
    library = root / "build/tactus.lv2/tactus.so"
    for name in sorted(names("-D", "--undefined-only", library) & libm - EXACT):
        faults.append(f"{library.name}: calls {name} of libm, which differs between machines")
    print(f"- {len(names_of)} real-time modules call no function of libm, the library none that rounds")
    return faults


def main():
    if not shutil.which("node"):
        sys.exit("check: node is not installed: run `make deps`")
    faults, stated = [], limits()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        builds = {name: native(folder, flags) for name, flags in BUILDS.items()}
        grids = {name: values(name, builds["as linked"][1]) for name in ROWS}
        results = {name: {build: run(name, *grids[name]) for build, (run, _) in builds.items()}
                   for name in ROWS}
        wasm = browser(folder, grids)
    for name, (function, _, exact, kind) in ROWS.items():
        found = results[name]["as linked"]
        for build, others in results[name].items():
            if others.tobytes() != found.tobytes():
                faults.append(f"{name}: other bits {build}")
        if wasm[name] != found.tobytes():
            faults.append(f"{name}: other bits in WebAssembly")
        x, y = grids[name]
        regular = slice(0, len(x) - (0 if name in BOUNDED else len(STRANGE)))
        given = [v[regular].astype(wide) for v in ((x, y) if ROWS[name][1] is circle else (x,))]
        error = float(kind(found[regular].astype(wide), exact(*given)).max())
        limit = stated.get(function, 0)
        print(f"    {function or name:22} error {error:.2g}, stated {limit or 'none'}")
        if not error <= limit:
            faults.append(f"{name}: error {error:.3g}, stated {limit:g}")
    count = len(next(iter(grids.values()))[0])
    print(f"- {len(ROWS)} functions on {count:,} values each: the same bits from {len(BUILDS)} native builds "
          "and from WebAssembly")
    faults += called()
    sys.exit("\n".join(faults) or 0)


main()
