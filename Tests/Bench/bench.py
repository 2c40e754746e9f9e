"""`make bench`: what 16 sounding voices cost, beside two synthesizers of Debian in the same run.

Each plugin holds 16 notes at 48 kHz in blocks of 64. The three take turns, so that whatever else the
machine does hits all alike; the median of the turns counts. Then callgrind counts our instructions block by block."""
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Hosts"))
from conftest import HOST, PLUGIN, ROOT  # noqa: E402
from lv2host import Plugin, state_file  # noqa: E402
from sound import hertz, peak  # noqa: E402

RATE, BLOCK, TURNS, BLOCKS = 48000, 64, 15, 750  # a turn is one second of sound
NOTES = [36 + 3 * k for k in range(16)]
PEERS = {
    PLUGIN: {},
    "http://synthv1.sourceforge.net/lv2": {},
    "http://zynaddsubfx.sourceforge.net": {},
}


def hold_notes(plugin):
    for note in NOTES:
        plugin.event([0x90, note, 100])
    plugin.calls.host_time(plugin.host, 2 * BLOCKS, BLOCK)  # past every attack


def prove_it_sounds(uri, plugin):
    """Each of the 16 notes stands in the spectrum, well above what lies between notes."""
    sound = numpy.concatenate([plugin.run(BLOCK) for _ in range(2 * BLOCKS)], axis=1)[0]
    spectrum = abs(numpy.fft.rfft(sound * numpy.hanning(len(sound))))
    floor, width = numpy.median(spectrum), RATE / len(sound)
    heard = 0
    for note in NOTES:
        near = [int(hertz(note) * ratio / width) for ratio in (0.98, 1.02)]
        heard += spectrum[near[0]:near[1] + 1].max() > 20 * floor
    assert peak(sound) > 0.01 and heard == len(NOTES), f"{uri}: peak {peak(sound)}, {heard} of {len(NOTES)} notes heard"
    return peak(sound)


def shares():
    plugins = {uri: Plugin(uri, RATE, BLOCK, **values) for uri, values in PEERS.items()}
    times = {uri: [] for uri in plugins}
    print(f"{len(NOTES)} held notes, {RATE} Hz, blocks of {BLOCK}, {TURNS} turns of {BLOCKS} blocks each")
    for uri, plugin in plugins.items():
        hold_notes(plugin)
        print(f"  {uri}: all {len(NOTES)} notes heard, peak {prove_it_sounds(uri, plugin):.2f}")
    for _ in range(TURNS):
        for uri, plugin in plugins.items():
            times[uri].append(plugin.calls.host_time(plugin.host, BLOCKS, BLOCK))
    return {uri: statistics.median(taken) / (BLOCKS * BLOCK / RATE * 1e9) for uri, taken in times.items()}


def connections(count):
    """A mixture: smoothed, curved, gated and relative ones, all five rules."""
    sources = ["touch_age", "lfo_1", "env_1", "touch_x", "group_spread", "macro_1", "touch_velocity", "midi_bend"]
    destinations = ["filter_1_cutoff", "osc_a_level", "voice_pan", "osc_b_cents", "amp_level", "voice_pitch"]
    made = []
    for place in range(count):
        made.append({"source": sources[place % len(sources)], "destination": destinations[place % len(destinations)],
                     "amount": 0.1, "combine": ["sum", "multiply", "max", "min", "last"][place % 5]}
                    | ({"smooth": [0.02, 0.1]} if place % 2 == 0 else {}) | ({"slope": 0.5} if place % 3 == 0 else {})
                    | ({"gate": "during_touch"} if place % 4 == 0 else {}) | ({"mode": "relative"} if place % 8 == 0 else {}))
    return json.dumps({"version": 1, "connections": made})


def cost_of_connections():
    """What 32 connections of 16 voices add to the same sound without any, in shares of a core."""
    with tempfile.TemporaryDirectory() as folder:
        plugins = {}
        for count in (0, 32):
            state = state_file(pathlib.Path(folder) / str(count), connections(count))
            plugins[count] = Plugin(PLUGIN, RATE, BLOCK, state=state)
            hold_notes(plugins[count])
        times = {count: [] for count in plugins}
        for _ in range(TURNS):
            for count, plugin in plugins.items():
                times[count].append(plugin.calls.host_time(plugin.host, BLOCKS, BLOCK))
    without, with_ = (statistics.median(times[count]) / (BLOCKS * BLOCK / RATE * 1e9) for count in (0, 32))
    print(f"32 connections of {len(NOTES)} voices: {100 * (with_ - without):.3f} % of one core")


def matrix_share():
    """Four layers of 32 × 32 cells, all on, at 1/64 and 300 beats a minute: 10,240 notes a second."""
    cells = [[step, row] for step in range(1, 33) for row in range(1, 33)]
    layer = {"steps": 32, "rows": 32, "division": "1/64", "scale": "chromatic", "root": 40, "play": True,
             "row_settings": {str(row): {"note": 39 + row} for row in range(1, 33)}, "patterns": {"1": {"cells": cells}}}
    with tempfile.TemporaryDirectory() as folder:
        text = json.dumps({"version": 1, "layers": [dict(layer, channel=channel) for channel in range(1, 5)]})
        state = state_file(pathlib.Path(folder, "state"), text, plugin="tonematrix", clock=1, tempo=300)
        plugin = Plugin("urn:tactus:tonematrix", RATE, BLOCK, state=state)
    plugin.calls.host_time(plugin.host, BLOCKS, BLOCK)
    assert plugin["live_notes"] > 0 or plugin["live_column_1"] > 0, "the matrix does not play"
    shares = []
    for _ in range(TURNS):
        shares.append(plugin.calls.host_time(plugin.host, BLOCKS, BLOCK) / (BLOCKS * BLOCK / RATE * 1e9))
    assert plugin["live_dropped"] == 0, "notes were dropped"
    return statistics.median(shares)


def instructions(blocks=400):
    """The instructions of each single block, counted by callgrind."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["valgrind", "-q", "--tool=callgrind", "--collect-atstart=no",
                        f"--callgrind-out-file={folder}/out", str(HOST / "instructions"), PLUGIN, str(blocks)],
                       check=True, timeout=600)
        counts = []
        for path in pathlib.Path(folder).glob("out.*"):
            total = re.search(r"^(?:summary|totals): (\d+)", path.read_text(), re.M)
            if total and int(total[1]):
                counts.append(int(total[1]))
    assert len(counts) >= blocks, f"callgrind wrote {len(counts)} of {blocks} blocks"
    return sorted(counts)


def main():
    subprocess.run(["make", "-s", "-C", str(ROOT / "Tests" / "Host")], check=True)
    share = shares()
    for uri, part in share.items():
        print(f"  {uri}: {100 * part:.3f} % of one core, {part / share[PLUGIN]:.2f} times ours")
    print(f"  four full layers of the Tone Matrix at 1/64 and 300 bpm: {100 * matrix_share():.3f} % of one core")
    print(subprocess.run([str(HOST / "touches"), PLUGIN], check=True, timeout=600, capture_output=True, text=True).stdout,
          end="")
    cost_of_connections()
    counts = instructions()
    print(f"instructions per block of {BLOCK}, {len(NOTES)} voices: least {counts[0]}, median "
          f"{counts[len(counts) // 2]}, most {counts[-1]} ({counts[len(counts) // 2] / BLOCK:.0f} per frame)")


main()
