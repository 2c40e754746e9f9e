"""`make bench`: the cost of 16 sounding voices, compared with three synthesizers of Debian in the same run.

Each plugin holds 16 notes at 48 kHz in blocks of 64. Ours plays the plain saw and the reference patch
(reference.json); both also with 64 notes, the latter with other block sizes and at quality 4x; and recorded
sounds and a wavetable of the user's. All take turns, so that other load on the machine affects all alike; the
median of the turns counts. Then callgrind counts our instructions block by block."""
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
import soundfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "HostTests"))
from conftest import HOST, PLUGIN, ROOT  # noqa: E402
from lv2host import Plugin, state_file  # noqa: E402
from sound import hertz, peak  # noqa: E402

RATE, BLOCK, TURNS, BLOCKS = 48000, 64, 15, 750  # a turn is one second of sound
NOTES = [36 + 3 * k for k in range(16)]
REFERENCE = (pathlib.Path(__file__).parent / "reference.json").read_text()
SYNTHV1, PADTHV1 = "http://synthv1.sourceforge.net/lv2", "http://padthv1.sourceforge.net/lv2"
ZYN = "http://zynaddsubfx.sourceforge.net"
PLAIN = json.dumps({"version": 1, "voices": {"polyphony": 64}})
BUILDS = ("plain", "avx2")
REST = 0.0005  # of a core: the most that an instance at rest may cost in blocks of 256


def notes_of(count):
    """16 notes, so far apart that their spectra can be told apart; more notes are closer."""
    return NOTES if count == 16 else [32 + k for k in range(count)]


def hold_notes(plugin, notes):
    for note in notes:
        plugin.event([0x90, note, 100])
    plugin.calls.host_time(plugin.host, 2 * BLOCKS, BLOCK)  # past every attack


def prove_it_sounds(name, plugin, notes):
    """Each of 16 notes is in the spectrum, well above the level between notes; of more only the loudness is
    checked."""
    sound = numpy.concatenate([plugin.run(BLOCK) for _ in range(2 * BLOCKS)], axis=1)[0]
    spectrum = abs(numpy.fft.rfft(sound * numpy.hanning(len(sound))))
    floor, width = numpy.median(spectrum), RATE / len(sound)
    heard = 0
    for note in notes:
        near = [int(hertz(note) * ratio / width) for ratio in (0.98, 1.02)]
        heard += spectrum[near[0]:near[1] + 1].max() > 20 * floor
    assert peak(sound) > 0.01, f"{name} is silent"
    assert len(notes) > 16 or heard == len(notes), f"{name}: {heard} of {len(notes)} notes heard"
    return peak(sound)


def with_sounds(folder):
    """Patches of a looped sound, of its grains, and of a wavetable; the sounds lie in the user's folder."""
    os.environ["XDG_DATA_HOME"] = str(folder / "data")
    sounds = folder / "data" / "tactus" / "samples"
    sounds.mkdir(parents=True)
    turns = numpy.arange(2 * RATE) / RATE * hertz(60)
    saw = sum(numpy.sin(2 * numpy.pi * n * turns) / n for n in range(1, 30))
    soundfile.write(sounds / "saw.wav", 0.3 * saw, RATE, "FLOAT")
    cycle = numpy.arange(2048) / 2048
    table = [sum(numpy.sin(2 * numpy.pi * n * cycle) / n for n in range(1, 20 + place))
             for place in range(16)]
    soundfile.write(sounds / "table.wav", 0.3 * numpy.concatenate(table), RATE, "FLOAT")
    samples = [{"file": "saw.wav", "loop": [0, round(RATE / hertz(60) * 400)]}]
    grains = {"grain_source": "sample", "grain_level": 0.5}
    kinds = {"samples": {"parameters": {"osc_a_level": 0, "sample_level": 0.7}, "samples": samples},
             "grains of a sample": {"parameters": {"osc_a_level": 0} | grains, "samples": samples},
             "a wavetable": {"parameters": {"osc_a_wave": "user", "osc_a_shape": 0.3},
                             "wavetable": {"file": "table.wav"}}}
    return {kind: state_file(folder / kind.replace(" ", "_"), json.dumps({"version": 1} | patch))
            for kind, patch in kinds.items()}


def shares():
    folder = pathlib.Path(tempfile.mkdtemp())
    state = state_file(folder / "reference", REFERENCE, polyphony=64)
    plain = state_file(folder / "plain", PLAIN, polyphony=64)
    plugins = {f"plain saw, {count} voices": (Plugin(PLUGIN, RATE, 8192, state=plain), count, BLOCK)
               for count in (16, 64)}
    for kind, sounding in with_sounds(folder).items():
        plugins[f"{kind}, 16 voices"] = (Plugin(PLUGIN, RATE, 8192, state=sounding), 16, BLOCK)
    for count in (16, 32, 48, 64):
        plugins[f"reference patch, {count} voices"] = (Plugin(PLUGIN, RATE, 8192, state=state), count, BLOCK)
    better = state_file(folder / "better", REFERENCE, polyphony=64, quality=1)
    plugins["reference patch at quality 4x"] = (Plugin(PLUGIN, RATE, 8192, state=better), 16, BLOCK)
    for block in (32, 256, 1024):
        plugins[f"reference patch, blocks of {block}"] = (Plugin(PLUGIN, RATE, 8192, state=state), 16, block)
    for uri in (SYNTHV1, PADTHV1, ZYN):
        plugins[uri] = (Plugin(uri, RATE, BLOCK), 16, BLOCK)
    times = {name: [] for name in plugins}
    for plugin, _, _ in plugins.values():
        plugin.run(BLOCK)
    time.sleep(2)  # padthv1 computes its waves in a thread of its own once it runs
    print(f"held notes at {RATE} Hz, blocks of {BLOCK} unless it says so, {TURNS} turns of a second each")
    for name, (plugin, count, block) in plugins.items():
        hold_notes(plugin, notes_of(count))
        print(f"  {name}: {count} notes, peak {prove_it_sounds(name, plugin, notes_of(count)):.2f}")
    for _ in range(TURNS):
        for name, (plugin, _, block) in plugins.items():
            blocks = RATE // block
            times[name].append(plugin.calls.host_time(plugin.host, blocks, block)
                               / (blocks * block / RATE * 1e9))
    return {name: statistics.median(taken) for name, taken in times.items()}


def silence_after_a_tail():
    """The cost of the reference patch long after its last note, as a part of that while it plays, and as a
    part of a core in blocks of 256."""
    folder = pathlib.Path(tempfile.mkdtemp())
    plugin = Plugin(PLUGIN, RATE, 8192, state=state_file(folder / "reference", REFERENCE))
    hold_notes(plugin, NOTES)
    playing = min(plugin.calls.host_time(plugin.host, BLOCKS, BLOCK) for _ in range(5))
    for note in NOTES:
        plugin.event([0x80, note, 0])
    plugin.calls.host_time(plugin.host, 30 * BLOCKS, BLOCK)
    silent = min(plugin.calls.host_time(plugin.host, BLOCKS, BLOCK) for _ in range(5))
    rest = min(plugin.calls.host_time(plugin.host, RATE // 256, 256) for _ in range(5))
    return silent / playing, rest / (RATE // 256 * 256 / RATE * 1e9)


def instantiation(uri, times=50):
    """Milliseconds that `instantiate` takes, as medians: by the clock, and by the processor."""
    taken = []
    for _ in range(times):
        with Plugin(uri, RATE, 8192) as plugin:
            taken.append([plugin.calls.host_instantiated(plugin.host, by) / 1e6 for by in (False, True)])
    return [statistics.median(column) for column in zip(*taken)]


def straight_line(points):
    """Slope, intercept and greatest distance from the line, in percent of a core."""
    x, y = numpy.array(points).T
    slope, start = numpy.polyfit(x, y, 1)
    return (f"{100 * start:.3f} % + {100 * slope:.4f} % each, at most "
            f"{100 * abs(y - start - slope * x).max():.3f} % off")


def connections(count):
    """A mixture of connections: smoothed, curved, gated and relative, with all five rules."""
    sources = ["touch_age", "lfo_1", "env_1", "touch_x", "group_spread", "macro_1", "touch_velocity",
               "midi_bend"]
    destinations = ["filter_1_cutoff", "osc_a_level", "voice_pan", "osc_b_cents", "amp_level", "voice_pitch"]
    made = []
    for place in range(count):
        made.append({"source": sources[place % len(sources)],
                     "destination": destinations[place % len(destinations)],
                     "amount": 0.1, "combine": ["sum", "multiply", "max", "min", "last"][place % 5]}
                    | ({"smooth": [0.02, 0.1]} if place % 2 == 0
                       else {}) | ({"slope": 0.5} if place % 3 == 0 else {})
                    | ({"gate": "during_touch"} if place % 4 == 0
                       else {}) | ({"mode": "relative"} if place % 8 == 0 else {}))
    return json.dumps({"version": 1, "connections": made})


def cost_of_connections():
    """The cost that 32 connections add to a sound of 16 voices, as fractions of a core."""
    with tempfile.TemporaryDirectory() as folder:
        plugins = {}
        for count in (0, 32):
            state = state_file(pathlib.Path(folder) / str(count), connections(count))
            plugins[count] = Plugin(PLUGIN, RATE, BLOCK, state=state)
            hold_notes(plugins[count], NOTES)
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
             "row_settings": {str(row): {"note": 39 + row} for row in range(1, 33)},
             "patterns": {"1": {"cells": cells}}}
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


def instructions(patch, notes, blocks=400, build="plain"):
    """The instructions of each single block, counted by callgrind, of one build of the plugins."""
    with tempfile.TemporaryDirectory() as folder:
        state = str(state_file(pathlib.Path(folder) / "state", patch, polyphony=64))
        subprocess.run(["valgrind", "-q", "--tool=callgrind", "--collect-atstart=no",
                        f"--callgrind-out-file={folder}/out", str(HOST / "instructions"), PLUGIN, str(blocks),
                        state, "alone", str(notes)],
                       check=True, timeout=600, env={**os.environ, "TACTUS_BUILD": build})
        counts = []
        for path in pathlib.Path(folder).glob("out.*"):
            total = re.search(r"^(?:summary|totals): (\d+)", path.read_text(), re.M)
            if total and int(total[1]):
                counts.append(int(total[1]))
    assert len(counts) >= blocks, f"callgrind wrote {len(counts)} of {blocks} blocks"
    return sorted(counts)


def user_time(build, state):
    """The seconds that a program spends on 15,000 blocks. A process keeps the build that it has opened."""
    process = subprocess.Popen([str(HOST / "instructions"), PLUGIN, "15000", state, "alone", "16"],
                               env={**os.environ, "TACTUS_BUILD": build})
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    return usage.ru_utime


def builds():
    """The build for AVX2 beside the plain one, in turns."""
    for name, patch in (("plain saw", PLAIN), ("reference patch", REFERENCE)):
        counts = {build: statistics.median(instructions(patch, 16, 100, build)) for build in BUILDS}
        with tempfile.TemporaryDirectory() as folder:
            state = str(state_file(pathlib.Path(folder) / "state", patch, polyphony=64))
            ratios = []
            for _ in range(TURNS):
                plain, avx2 = (user_time(build, state) for build in BUILDS)
                ratios.append(avx2 / plain)
        print(f"  the build for AVX2, {name}, 16 voices: {counts['avx2'] / counts['plain']:.3f} times the "
              f"instructions of the plain build, {statistics.median(ratios):.3f} times its time")


def main():
    subprocess.run(["make", "-s", "-C", str(ROOT / "Tests" / "MiniHost")], check=True)
    for uri in (PLUGIN, "urn:tactus:tonematrix"):
        print("instantiate %s: %.2f ms, %.2f ms of the processor, medians of 50" % (uri, *instantiation(uri)))
    share = shares()
    reference = "reference patch, {} voices"
    ours = share[reference.format(16)]
    for name, part in share.items():
        print(f"  {name}: {100 * part:.3f} % of one core, {part / ours:.2f} times the reference patch")
    for name, uri in (("synthv1", SYNTHV1), ("padthv1", PADTHV1), ("ZynAddSubFX", ZYN)):
        print(f"  {name} with 16 voices costs {share[uri] / ours:.2f} times the reference patch with 16 "
              f"voices at quality 2x, {share[uri] / share['reference patch at quality 4x']:.2f} times it at "
              f"4x, and {share[uri] / share['plain saw, 16 voices']:.2f} times the plain saw")
    print("  banks:", straight_line([(n / 16, share[reference.format(n)]) for n in (16, 32, 48, 64)]))
    cost = [(1 / b, share[f"reference patch, blocks of {b}"]) for b in (32, 256, 1024)] + [(1 / BLOCK, ours)]
    print("  blocks a frame:", straight_line(cost))
    silent, rest = silence_after_a_tail()
    print(f"  half a minute after the last note: {silent:.3f} times what playing costs; {100 * rest:.4f} % "
          f"of a core in blocks of 256, of which {100 * REST} % are allowed")
    assert rest <= REST
    print(
        f"  four full layers of the Tone Matrix at 1/64 and 300 bpm: {100 * matrix_share():.3f} % of one "
        f"core")
    print(subprocess.run([str(HOST / "touches"), PLUGIN], check=True, timeout=600, capture_output=True,
                         text=True).stdout,
          end="")
    cost_of_connections()
    builds()
    for name, patch, notes, most in (("plain saw", PLAIN, 16, 48_000),
                                     ("reference patch", REFERENCE, 16, 106_000),
                                     ("plain saw", PLAIN, 64, 152_000),
                                     ("reference patch", REFERENCE, 64, 296_000)):
        counts = instructions(patch, notes, 400 if notes == 16 else 100)
        middle = counts[len(counts) // 2]
        print(f"instructions per block of {BLOCK}, {name}, {notes} voices: least {counts[0]}, median "
              f"{middle}, most {counts[-1]} ({middle / BLOCK:.0f} per frame; {most} are "
              f"allowed)")
        # These figures do not depend on the clock or on other programs.
        assert counts[-1] <= 2 * middle, f"{name}: a block of {counts[-1]} instructions"
        assert middle <= most, f"{name}, {notes} voices: {middle} instructions a block, {most} are allowed"


if __name__ == "__main__":
    main()
