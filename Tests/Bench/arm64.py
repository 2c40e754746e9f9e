"""Instructions for a block of ten patches on 64-bit ARM, in an emulator that lists each, beside those on x86-64, by
valgrind: 16 held notes, 48 kHz, blocks of 64 frames. After `make arm64` and `make -C Tests/MiniHost all arm64`."""
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
BLOCKS = 8


def listed(state, blocks):
    """The instructions of the whole program."""
    words = f"exec qemu-aarch64 -singlestep -d exec,nochain -D /dev/stderr {HOST / 'arm64' / 'instructions'} {PLUGIN} " \
            f"{blocks} {state} 2>&1 >/dev/null | wc -l"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=True,
                          env=dict(os.environ, LV2_PATH=f"{ROOT / '.build' / 'arm64'}:/usr/lib/lv2"))
    return int(done.stdout)


def main():
    names = sys.argv[1:] or PATCHES
    print(f"{'patch':16} {'arm64':>9} {'x86-64':>9}  ratio")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            text = (ROOT / "bundle" / "patches" / f"{name}.json").read_text()
            state = state_file(pathlib.Path(folder) / name, text, polyphony=64)
            arm = (listed(state, 2 * BLOCKS) - listed(state, BLOCKS)) / BLOCKS
            here = statistics.mean(instructions(text, 16, BLOCKS))
            print(f"{name:16} {arm:9.0f} {here:9.0f}  {arm / here:.2f}", flush=True)


if __name__ == "__main__":
    main()
