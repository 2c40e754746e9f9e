"""The cost of the page's instrument beside the plugin's, in the same run: `make bench` calls it.

Both hold 16 notes at 48 kHz in blocks of 64, with the starting patch and with the reference patch, and take
turns; the median of the turns counts."""
import json
import pathlib
import statistics
import subprocess
import tempfile

from bench import BLOCK, BLOCKS, NOTES, REFERENCE, TURNS, Plugin, PLUGIN, RATE, hold_notes
from lv2host import state_file

HERE = pathlib.Path(__file__).parent
MODULE = HERE.parents[1] / "build" / "tactus.lv2" / "surface" / "solo.wasm"
BOUND = 3.5  # times the plugin's cost


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, text in (("starting patch", '{"version": 1}'), ("reference patch", REFERENCE)):
            path = folder / "patch.json"
            path.write_text(text)
            plugin = Plugin(PLUGIN, RATE, 8192, state=state_file(folder / name, text))
            hold_notes(plugin, NOTES)
            with subprocess.Popen(["node", HERE / "solo.mjs", MODULE, path, json.dumps(NOTES)], text=True,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE) as page:
                def turn(blocks):
                    page.stdin.write(f"{blocks}\n")
                    page.stdin.flush()
                    took, peak = map(float, page.stdout.readline().split())
                    assert peak > 0.001, "the page's instrument is silent"
                    return took
                turn(8 * BLOCKS)  # past every attack, and compiled for speed
                turns = [(turn(BLOCKS), plugin.calls.host_time(plugin.host, BLOCKS, BLOCK) / BLOCKS)
                         for _ in range(TURNS)]
                page.stdin.close()
            ours, native = (statistics.median(each) for each in zip(*turns))
            print(f"page: {name}, 16 voices: {ours / 1000:.1f} µs a block, the plugin {native / 1000:.1f} "
                  f"µs: {ours / native:.2f} times")
            assert ours <= BOUND * native, f"{name}: {ours / native:.2f} times the plugin's cost"


if __name__ == "__main__":
    main()
