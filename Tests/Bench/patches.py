"""`make bench-patches`: the cost of each factory patch with 16 fingers down, in percent of one core.

48 kHz, blocks of 64. The patches take turns, and the median of the turns counts. Patches above the limit are
marked, and then the exit status is 1. Percussive sounds cost only while they sound, so the fingers begin anew
in each turn. `patches.py --instructions [PATCH …]` counts the instructions of such a turn by callgrind
instead, which other programs do not affect."""
import concurrent.futures
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "HostTests"))
from conftest import HOST, PLUGIN, ROOT  # noqa: E402
from lv2host import BEGAN, ENDED, MOVED, TOUCH, Plugin, state_file, touch  # noqa: E402

PATCHES = ROOT / "bundle" / "patches"
RATE, BLOCK, TURNS, LIMIT = 48000, 64, 9, 1.5
QUARTER = RATE // BLOCK // 4


def fingers(plugin, kind):
    for finger in range(16):
        x, y = 0.03 + finger / 16, (finger * 7 % 16) / 16
        body = touch(kind,
                     finger) if kind == ENDED else touch(kind, finger, x, y + (0.02 if kind == MOVED else 0),
                                                         0.7)
        plugin.event(body, kind=TOUCH)


def turn(plugin):
    """Nanoseconds for half a second in which 16 fingers begin and move."""
    fingers(plugin, BEGAN)
    taken = plugin.calls.host_time(plugin.host, QUARTER, BLOCK)
    fingers(plugin, MOVED)
    taken += plugin.calls.host_time(plugin.host, QUARTER, BLOCK)
    fingers(plugin, ENDED)
    plugin.calls.host_time(plugin.host, 1, BLOCK)
    return taken / (2 * QUARTER * BLOCK / RATE * 1e9) * 100


def instructions(file):
    """The mean for a block, in thousands."""
    with tempfile.TemporaryDirectory() as folder:
        state = state_file(pathlib.Path(folder) / "state", file.read_text())
        subprocess.run(["valgrind", "-q", "--tool=callgrind", "--collect-atstart=no", "--instr-atstart=no",
                        f"--callgrind-out-file={folder}/out", HOST / "instructions", PLUGIN, str(2 * QUARTER),
                        state, "fingers"], check=True, timeout=600)
        total = re.search(r"^(?:summary|totals): (\d+)", (pathlib.Path(folder) / "out").read_text(), re.M)
        return int(total[1]) / (2 * QUARTER + 1) / 1000


def count(names):
    files = [PATCHES / f"{name}.json" for name in names] or sorted(PATCHES.glob("*.json"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = dict(zip(files, pool.map(instructions, files)))
    print(f"16 fingers, {RATE} Hz, thousands of instructions per block of {BLOCK}")
    for file in sorted(files, key=lambda file: -counts[file]):
        print(f"  {counts[file]:5.0f}  {file.stem}")


def main(words):
    if words[:1] == ["--instructions"]:
        return count(words[1:])
    files = sorted(PATCHES.glob("*.json"))
    with tempfile.TemporaryDirectory() as folder:
        plugins = {file.stem: Plugin(PLUGIN, RATE, 8192,
                                     state=state_file(pathlib.Path(folder) / file.stem, file.read_text()))
                   for file in files}
        for plugin in plugins.values():
            turn(plugin)
        times = {name: [] for name in plugins}
        for _ in range(TURNS):
            for name, plugin in plugins.items():
                times[name].append(turn(plugin))
    costs = {name: statistics.median(taken) for name, taken in times.items()}
    print(
        f"16 fingers, {RATE} Hz, blocks of {BLOCK}, {TURNS} turns of half a second; percent of one core, "
        f"limit {LIMIT}")
    for file in sorted(files, key=lambda file: -costs[file.stem]):
        patch = json.loads(file.read_text())
        over = "  over the limit" if costs[file.stem] > LIMIT else ""
        print(f"  {costs[file.stem]:5.2f}  {patch['name']}{over}")
    print(f"  {statistics.mean(costs.values()):5.2f}  mean of {len(costs)}")
    return any(cost > LIMIT for cost in costs.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
