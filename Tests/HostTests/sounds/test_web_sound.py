"""The instrument of the page, which node runs, renders the bytes of the built plugin: whole patches with
fingers and notes, at other block sizes. WEB_SOUND=all (`make campaign`): the whole library, four seconds
each."""
import json
import os
import subprocess

import numpy
import pytest

from conftest import BUILD, ROOT, figure, run
from lv2host import BEGAN, ENDED, MIDI, MOVED, TOUCH, Plugin, state_file, touch

HERE = ROOT / "Tests" / "WebSound"
PATCHES = ROOT / "bundle" / "patches"
ALL = os.environ.get("WEB_SOUND") == "all"
FRAMES = 192000 if ALL else 36000
# The reverb with strings, the ladder with a drive, three oscillators that bend one another.
FEW = ["acid_thread", "metal_plate", "tape_garden"]


def without_files(path):
    patch = json.loads(path.read_text())
    return not patch.get("samples") and not patch.get("wavetable")


NAMES = [path.stem for path in sorted(PATCHES.glob("*.json")) if without_files(path)] if ALL else FEW


def performance():
    """Chords of fingers that move and press, and notes with a pedal: (frame, kind, numbers)."""
    random = numpy.random.default_rng(16)
    events = []
    for start in range(0, FRAMES - 24000, 30000):
        for finger in range(4):
            x, y = (float(numpy.float32(place)) for place in random.uniform(0.1, 0.9, 2))
            begin = start + 700 * finger + 13
            events.append((begin, "touch", BEGAN, finger, x, y, 0.625))
            for step in range(1, 40):
                there = x + (0.5 - x) * step / 64
                events.append((begin + 251 * step, "touch", MOVED, finger, float(numpy.float32(there)), y,
                               0.5 + step / 128))
            events.append((begin + 12000, "touch", ENDED, finger, x, y, 0.5))
        for place, key in enumerate((36, 55, 62, 71)):
            begin = start + 15000 + 997 * place
            events += [(begin, "midi", 0x90, key, 40 + 20 * place), (begin + 6001, "midi", 0x80, key, 64)]
        events += [(start + 16001, "midi", 0xB0, 1, 90), (start + 19003, "midi", 0xE0, 0, 80),
                   (start + 23009, "midi", 0xE0, 0, 64)]
    return sorted(events, key=lambda event: event[0])


def atom(event):
    frame, kind, *numbers = event
    if kind == "midi":
        return frame, MIDI, bytes(numbers)
    return frame, TOUCH, touch(*numbers)


# What the plugin maps, behind the eight bytes that name the format.
TABLES = numpy.fromfile(BUILD / "tactus.lv2" / "wavetables.bin", "<f4", offset=8)
MODULE = BUILD / "tactus.lv2" / "surface" / "solo.wasm"


def rendered(folder, jobs):
    """What the module renders: an array of shape (2, frames) for each job."""
    (folder / "jobs.json").write_text(json.dumps([job | {"tables": len(TABLES)} for job in jobs]))
    code, text = run("node", HERE / "play.mjs", MODULE, folder / "jobs.json", folder / "out", timeout=600)
    assert code == 0, text
    sound, found = numpy.fromfile(folder / "out", "<f4"), []
    for job in jobs:
        found.append(sound[:2 * job["frames"]].reshape(2, -1))
        sound = sound[2 * job["frames"]:]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_it_renders_the_bytes_of_the_plugin(tmp_path, name):
    text, events = (PATCHES / f"{name}.json").read_text(), performance()
    rate = (44100, 48000, 96000)[NAMES.index(name) % 3]
    with Plugin(rate=rate, state=state_file(tmp_path / "state", text)) as plugin:
        native = plugin.play([atom(event) for event in events], FRAMES, 256)
    job = {"patch": text, "rate": rate, "frames": FRAMES, "events": events}
    blocks = (64, 128, 1000)
    for block, sound in zip(blocks, rendered(tmp_path, [job | {"block": block} for block in blocks])):
        apart = abs(sound.astype(float) - native)
        where = numpy.flatnonzero(apart.max(axis=0))
        assert sound.tobytes() == native.tobytes(), (
            f"blocks of {block}: {len(where)} frames differ from frame {where[:1]} on, at most {apart.max()}")
    computed = numpy.fromfile(tmp_path / "out.tables", "<f4")
    assert computed.tobytes() == TABLES.tobytes(), "the page computes other wavetables than the bundle has"
    peak = abs(native).max()
    figure(f"{name} at {rate} Hz as WebAssembly, blocks of {blocks}: the plugin's bytes, peak {peak:.2f}")
    assert peak > 0.01
