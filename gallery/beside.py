"""The library beside the presets of ZynAddSubFX: each plays one phrase on plain keys, and is measured alike.

`python3 gallery/beside.py` prints a line for each patch and a table of medians. Every eighth preset of the
Debian package zynaddsubfx-lv2 is played. The measures: loudness (LUFS), width (energy of the sides against
that of the middle, dB), flux (how much the spectrum changes from frame to frame, dB), roll-off (the frequency
below which 95 % of the energy lies, Hz), and the distance to the nearest neighbour of its library (dB)."""
import multiprocessing
import os
import pathlib
import sys
import tempfile

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "HostTests"))
import conftest  # noqa: E402,F401
import measure  # noqa: E402
from lv2host import Plugin, state_file  # noqa: E402

ZYN = "http://zynaddsubfx.sourceforge.net"
PRESETS = pathlib.Path("/usr/lib/lv2/ZynAddSubFX.lv2presets")
EVERY = 8
BLOCK, RATE = 256, measure.RATE
# Keys with begin and end in seconds: a line, a chord that is held, a low note, and three seconds of tail.
PHRASE = [(60, 0, 0.45), (64, 0.5, 0.95), (67, 1, 1.45), (72, 1.5, 2.4), (48, 2.5, 4.9), (55, 2.5, 4.9),
          (64, 2.5, 4.9), (71, 2.5, 4.9), (36, 5, 5.9), (84, 6, 6.2), (79, 6.25, 6.45), (76, 6.5, 7)]
SECONDS = 10


def played(plugin):
    """The sound of the phrase: an array of shape (frames, 2)."""
    events = sorted([(round(begin * RATE), [0x90, key, 96]) for key, begin, _ in PHRASE]
                    + [(round(end * RATE), [0x80, key, 64]) for key, _, end in PHRASE])
    blocks = []
    for start in range(0, SECONDS * RATE, BLOCK):
        while events and events[0][0] < start + BLOCK:
            frame, body = events.pop(0)
            plugin.event(body, max(frame - start, 0))
        blocks.append(plugin.run(BLOCK))
    return numpy.concatenate(blocks, axis=1).T


def measured(sound):
    if not numpy.isfinite(sound).all() or abs(sound).max() < 1e-4:
        return None
    middle, side = (sound[:, 0] + sound[:, 1]) / 2, (sound[:, 0] - sound[:, 1]) / 2
    width = measure.decibels(numpy.sqrt((side ** 2).mean() / max((middle ** 2).mean(), 1e-20)))
    frames = numpy.lib.stride_tricks.sliding_window_view(middle, 2048)[::1024] * numpy.hanning(2048)
    spectra = abs(numpy.fft.rfft(frames)) ** 2
    power = spectra.sum(axis=0)
    rolloff = numpy.searchsorted(power.cumsum(), 0.95 * power.sum()) * RATE / 2048
    mel = measure.mel_powers(sound)
    levels = 10 * numpy.log10(mel + mel.max() * 1e-6)
    loudness, _ = measure.ebur128(sound)
    return {"loudness": loudness, "width": max(width, -60.0), "rolloff": rolloff,
            "flux": abs(numpy.diff(levels, axis=0)).mean(), "portrait": measure.portrait(sound)}


def ours(path):
    with tempfile.TemporaryDirectory() as folder:
        state = state_file(pathlib.Path(folder) / "state", path.read_text(), free_wheel=1)
        with Plugin(state=state, rate=RATE, longest_block=BLOCK) as plugin:
            plugin.run(BLOCK)
            return measured(played(plugin))


def presets():
    """Name and state of every eighth preset."""
    found = []
    for file in sorted(PRESETS.glob("*.ttl")):
        if file.name == "manifest.ttl":
            continue
        head, *rest = file.read_text().split(f"\n<{ZYN}#preset_")
        for text in rest:
            name, body = text.split(">", 1)
            found.append((name, f"{head}\n<> a pset:Preset ; lv2:appliesTo <{ZYN}> ;{body}"))
    return found[::EVERY]


def theirs(preset):
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder) / "state.ttl"
        state.write_text(preset[1])
        with Plugin(ZYN, state=state, rate=RATE, longest_block=BLOCK) as plugin:
            for _ in range(RATE // 2 // BLOCK):  # its own thread loads the instrument
                plugin.run(BLOCK)
            return measured(played(plugin))


def lines(kind, names, work, values):
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        found = dict(zip(names, pool.map(work, values, chunksize=1)))
    silent = [name for name, one in found.items() if one is None]
    found = {name: one for name, one in found.items() if one}
    for name, one in found.items():
        one["nearest"] = min(measure.distance(one["portrait"], other["portrait"])
                             for place, other in found.items() if place != name)
    for name, one in found.items():
        print(f"{kind} {name:32} {one['loudness']:6.1f} {one['width']:6.1f} {one['flux']:5.2f} "
              f"{one['rolloff']:7.0f} {one['nearest']:5.1f}")
    if silent:
        print(f"{kind} silent on plain keys: {', '.join(silent)}")
    return found


def main():
    files = sorted(measure.PATCHES.glob("*.json"))
    print(f"{'':38}{'LUFS':>7}{'S/M':>7}{'flux':>6}{'roll-off':>8}{'near':>6}")
    tactus = lines("tactus", [file.stem for file in files], ours, files)
    others = presets()
    zyn = lines("zyn   ", [name for name, _ in others], theirs, others)
    for kind, found in (("tactus", tactus), ("ZynAddSubFX", zyn)):
        medians = [numpy.median([one[key] for one in found.values()])
                   for key in ("loudness", "width", "flux", "rolloff", "nearest")]
        levels = [one["loudness"] for one in found.values()]
        print("{}, {}: medians LUFS {:.1f}, S/M {:.1f}, flux {:.2f}, roll-off {:.0f}, nearest {:.1f}; "
              "loudness {:.1f} to {:.1f}".format(kind, len(found), *medians, min(levels), max(levels)))


if __name__ == "__main__":
    main()
