"""What was played before an export is not in it: each patch sounds the same after six histories. The export has keys,
notes of MPE and recorded fingers."""
import json

import numpy
import pytest

from factory_patches import PATCHES
from lv2host import BEGAN, ENDED, MIDI, MOVED, TOUCH, Plugin, state_file, touch

OBJECT = "http://lv2plug.in/ns/ext/atom#Object"
RATE, SECONDS, BLOCK = 48000, 1.5, 1024


def keys(random, seconds):
    events = []
    for _ in range(12):
        at, key = int(random.integers(0, (seconds - 0.5) * RATE)), int(random.integers(36, 84))
        events += [(at, MIDI, bytes([0x90, key, int(random.integers(1, 128))])),
                   (at + int(random.integers(1000, RATE // 2)), MIDI, bytes([0x80, key, 0]))]
    return events


def fingers(random, seconds, taps=False):
    events = []
    for number in range(1, 7):
        at, (x, y) = int(random.integers(0, (seconds - 1) * RATE)), random.random(2)
        events.append((at, TOUCH, touch(BEGAN, number, x, y, 0.8)))
        steps = 0 if taps else 30
        for _ in range(steps):
            at += int(random.integers(200, 1000))
            x, y = numpy.clip((x, y) + random.normal(0, 0.03, 2), 0, 1)
            events.append((at, TOUCH, touch(MOVED, number, x, y, random.random())))
        events.append((at + 3000, TOUCH, touch(ENDED, number)))
    return events


def expressive(random, seconds):
    """Notes of MPE. Values of channels are sent, so they are as before at the end."""
    events = []
    for channel in range(1, 6):
        at, key = int(random.integers(0, (seconds - 1) * RATE)), int(random.integers(40, 80))
        events.append((at, MIDI, bytes([0x90 | channel, key, 100])))
        for _ in range(20):
            at += int(random.integers(200, 1000))
            events.append((at, MIDI, bytes([0xE0 | channel, 0, int(random.integers(40, 90))])))
            events.append((at, MIDI, bytes([0xD0 | channel, int(random.integers(0, 128))])))
        events += [(at + 1, MIDI, bytes([0xE0 | channel, 0, 64])), (at + 1, MIDI, bytes([0xD0 | channel, 0])),
                   (at + 2, MIDI, bytes([0x80 | channel, key, 0]))]
    return events


def ordered(events):
    return sorted(events, key=lambda event: event[0])


HISTORIES = {
    "keys": lambda random: keys(random, 2),
    "fingers": lambda random: fingers(random, 2),
    "taps": lambda random: fingers(random, 2, taps=True),
    "notes of MPE": lambda random: expressive(random, 2),
    "everything": lambda random: keys(random, 2) + fingers(random, 2) + expressive(random, 2),
    "the timeline": None,
}


def export(state, history, seed=0, silence=0.0):
    """The sound of an export after a history, with seconds of silence between them."""
    with Plugin(state=state) as plugin:
        def moment(speed):
            return plugin.position(frame=0, speed=speed, bar=0, barBeat=0.0, beatUnit=4, beatsPerBar=4.0,
                                   beatsPerMinute=120.0, framesPerSecond=float(RATE))

        random = numpy.random.default_rng(seed)
        if history == "the timeline":
            events = [(0, OBJECT, moment(1.0)), *ordered(keys(random, 2) + fingers(random, 2))]
            plugin.play(events, int(2.5 * RATE), BLOCK)
            plugin.play([(0, OBJECT, moment(0.0))], BLOCK, BLOCK)
        elif history:
            plugin.play(ordered(HISTORIES[history](random)), int(2.5 * RATE), BLOCK)
        if silence:
            plugin.play([], int(silence * RATE), BLOCK)
        plugin["free_wheel"] = 1
        plugin.event(moment(0.0), kind=OBJECT)
        plugin.run(BLOCK)
        played = numpy.random.default_rng(7)
        events = keys(played, SECONDS) + expressive(played, SECONDS) + fingers(played, SECONDS)
        return plugin.play([(0, OBJECT, moment(1.0)), *ordered(events)], int(SECONDS * RATE), BLOCK)


@pytest.mark.parametrize("name", PATCHES)
def test_an_export_does_not_depend_on_what_was_played_before(tmp_path, name):
    state = state_file(tmp_path / "state", json.dumps(PATCHES[name]))
    first = export(state, None)
    assert abs(first).max() > 1e-3, "the export is silent"
    for seed, history in enumerate(HISTORIES):
        again = export(state, history, seed, silence=0.3 * (seed % 2))
        differing = numpy.flatnonzero((again != first).any(axis=0))
        assert differing.size == 0, \
            f"after {history}: from frame {differing[0]}, by up to {abs(again - first).max():.2g}"
