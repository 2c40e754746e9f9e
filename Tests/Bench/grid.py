"""`python3 Tests/Bench/grid.py`: the cost of the Tone Matrix at 300 quarter notes a minute, in percent of a core.

A grid of sixteen tracks with 64 steps of a sixteenth, a note on each step of each track (320 notes a second), must cost
0.1 % at most in blocks of 256. Beside it: an empty grid, four such tracks, sixteen with four notes on each step, and
sixteen with chances, conditions, ratchets, swing, lanes and a song. All take turns; the median of the turns counts."""
import json
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "HostTests"))
import conftest  # noqa: E402, F401: finds the support of the tests
from lv2host import Plugin, state_file  # noqa: E402

RATE, TURNS, SECONDS, TEMPO = 48000, 15, 4, 300
MOST = 0.001  # of a core
STEPS = 64


def grid(tracks, notes, more=False):
    """Tracks with so many notes on each step."""
    layers = []
    for track in range(tracks):
        cells = []
        for step in range(1, STEPS + 1):
            for note in range(notes):
                cell = [step, (step * 7 + track * 3 + note * 4) % 16 + 1]
                if more:
                    kinds = [{"probability": 70}, {"condition": [1, 2]}, {"ratchet": 3}, {"delay": -20},
                             {"if": ["track", (track + 1) % 16 + 1, "plays"]}, {"length": 3}]
                    cell.append(kinds[(step + note) % len(kinds)])
                cells.append(cell)
        layer = {"steps": STEPS, "rows": 16, "channel": track + 1, "patterns": {"1": {"cells": cells}}}
        if more:
            layer |= {"swing": 30, "humanize_timing": 10, "lanes": [{"to": "cc", "number": 1, "line": True}]}
            layer["patterns"]["1"]["lanes"] = [[1, step, step] for step in range(1, STEPS + 1, 8)]
        layers.append(layer)
    sections = [{"bars": 4, "patterns": [1] * tracks}, {"bars": 2, "mutes": [2, 5]}]
    return json.dumps({"version": 1, "layers": layers} | ({"songs": [{"sections": sections}]} if more else {}))


GRIDS = {"an empty grid": ("{\"version\": 1}", 0), "4 tracks, a note a step": (grid(4, 1), 4),
         "16 tracks, a note a step": (grid(16, 1), 16), "16 tracks, four notes a step": (grid(16, 4), 64),
         "16 tracks with everything": (grid(16, 1, more=True), None)}


def main():
    folder = pathlib.Path(tempfile.mkdtemp())
    plugins = {}
    for index, (name, (text, _)) in enumerate(GRIDS.items()):
        for plugin in ("tonematrix", "tonematrix-multi"):
            state = state_file(folder / f"{plugin}{index}", text, plugin=plugin, clock=1, transport=1, tempo=TEMPO)
            for block in (64, 256):
                plugins[name, plugin, block] = Plugin(f"urn:tactus:{plugin}", RATE, 8192, state=state)
    # A step lasts 2400 frames, so each second has 20 of them.
    for (name, plugin, block), one in plugins.items():
        count = 0
        for _ in range(4 * RATE // block):
            one.run(block)
            count += sum(body[0] & 0xF0 == 0x90 for _, body in one.sent() if len(body) == 3)
        wanted = GRIDS[name][1]
        assert wanted is None or abs(count - 80 * wanted) <= 2 * wanted, (name, plugin, count)
    times = {key: [] for key in plugins}
    for _ in range(TURNS):
        for key, one in plugins.items():
            blocks = SECONDS * RATE // key[2]
            times[key].append(one.calls.host_time(one.host, blocks, key[2]) / (blocks * key[2] / RATE * 1e9))
    shares = {key: statistics.median(taken) for key, taken in times.items()}
    print(f"{TEMPO} quarter notes a minute, {STEPS} steps of a sixteenth; percent of a core, "
          f"median of {TURNS} turns of {SECONDS} s")
    for (name, plugin, block), share in shares.items():
        print(f"  {name}, {plugin}, blocks of {block}: {100 * share:.4f} %")
    worst = shares["16 tracks, a note a step", "tonematrix", 256]
    print(f"16 tracks x {STEPS} steps at {TEMPO}: {100 * worst:.4f} % of a core, at most {100 * MOST} %")
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
