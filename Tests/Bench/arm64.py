"""Instructions for a block of ten patches on 64-bit ARM, counted by an emulator, beside those on x86-64, counted by
valgrind: 16 held notes, 48 kHz, blocks of 64 frames. Then the part of one core that they would need, by the clocks and
the instructions a cycle that docs/arm64.md assumes. After `make arm64` and `make -C Tests/MiniHost all arm64`.

The emulator counts the whole program, so two runs of different lengths are compared; what the instance's other threads
did meanwhile is in the difference."""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "HostTests"))
from bench import instructions  # noqa: E402
from conftest import HOST, PLUGIN, ROOT  # noqa: E402
from lv2host import state_file  # noqa: E402

PATCHES = ["first_touch", "glass_pad", "rubber_bass", "circuit_kit", "whole_kit", "belfry", "flock_chord", "pinch_nebula",
           "turning_strings", "felt_upright"]
SHORT, LONG = 100, 1100
BLOCK = 64 / 48000
# Clock in Hz, and instructions a cycle: the worst and the best that is likely.
BOARDS = {"Pi 4": (1.8e9, 0.7, 1.2), "Pi 5": (2.4e9, 1.2, 2.0)}


def counted(counter, state, blocks):
    """The instructions of the whole program."""
    done = subprocess.run(
        ["qemu-aarch64", "-plugin", counter, "-d", "plugin", HOST / "arm64" / "instructions", PLUGIN, str(blocks), state],
        capture_output=True, text=True, check=True, env=dict(os.environ, LV2_PATH=f"{ROOT / '.build' / 'arm64'}:/usr/lib/lv2"))
    return int(done.stderr.split()[-1])


def main():
    names = sys.argv[1:] or PATCHES
    print(f"{'patch':16} {'arm64':>9} {'x86-64':>9}  ratio" + "".join(f"  {board:>11}" for board in BOARDS))
    with tempfile.TemporaryDirectory() as folder:
        counter = pathlib.Path(folder) / "count.so"
        subprocess.run(["gcc", "-O2", "-fPIC", "-shared", "-o", counter, pathlib.Path(__file__).with_name("arm64_count.c")],
                       check=True)
        for name in names:
            text = (ROOT / "bundle" / "patches" / f"{name}.json").read_text()
            state = state_file(pathlib.Path(folder) / name, text, polyphony=64)
            arm = (counted(counter, state, LONG) - counted(counter, state, SHORT)) / (LONG - SHORT)
            here = statistics.mean(instructions(text, 16, 8))
            parts = [[100 * arm / (each * clock * BLOCK) for each in (best, worst)]
                     for clock, worst, best in BOARDS.values()]
            print(f"{name:16} {arm:9.0f} {here:9.0f}  {arm / here:5.2f}"
                  + "".join(f"  {low:3.0f} … {high:2.0f} %" for low, high in parts), flush=True)


if __name__ == "__main__":
    main()
