"""Own relations in the built plugin: random compositions of points and functions, eight in a patch, played by fingers, a
mouse, a track and tokens, and each value of each touch as Tests/Models/relations.py computes it. The campaign plays 800
compositions."""
import json
import os
import struct
import sys

import numpy
import pytest

from conftest import ROOT, figure
from live_frame import HELLO, NAMED, TOUCHES, frames, hello
from lv2host import BEGAN, ENDED, MOVED, TOUCH, Plugin, state_file, touch
from seeds import seed

sys.path.append(str(ROOT / "Tests" / "Models"))
from relations import Doubt, Model, text  # noqa: E402

RATE, TICK, SECONDS = 48000, 32, 1.6
PATCHES = int(os.environ.get("RELATIONS_PATCHES", 8))
TOKEN, LIFTED, SOURCE = 6, 7, 12
MOUSE, RECORDED = 3, 5
REGIONS = [[[0.1, 0.1], [0.6, 0.15], [0.3, 0.5], [0.7, 0.9], [0.15, 0.8]], [[0.2, 0.9], [0.9, 0.3]]]
POINTS = ("touch start centroid center previous next nearest farthest first last pointer recorded touch_1 touch_2 touch_3 "
          "touch_9 part_1 part_2 part_3 token_1 token_2 token_7 body_1 body_2").split()


def f32(value):
    return float(numpy.float32(value))


def stored(value):
    """As MIDI has it, in 14 bits."""
    return f32(round(value * 16383) / 16383)


def drawn(random, depth=2, isSteady=False):
    """A random composition of about 0…1.

    A steady one keeps its value between two events. The operands of functions that remember are steady: others
    count in steps, as often as something else asks for an evaluation."""
    def point():
        if random.integers(8) == 0:
            return ("point", ("number", round(random.random(), 3)), ("number", round(random.random(), 3)))
        return thing()

    def thing():
        return ("name", str(random.choice(POINTS)))

    def region(number=None):
        return ("name", f"region_{number or random.integers(1, 4)}")

    def scaled(tree, factor, offset=0.0):
        return ("+", ("*", tree, ("number", factor)), ("number", offset))

    def part(isSteady=isSteady):
        return drawn(random, depth - 1, isSteady)

    if depth and random.integers(3):
        kind = random.integers(4 if isSteady else 6)
        if kind == 0:
            return ("*", part(), part())
        if kind == 1:
            return scaled(("+", part(), part()), 0.5)
        if kind == 2:
            return (str(random.choice(["min", "max"])), part(), part())
        if kind == 3:
            return ("mix", part(), part(), part())
        if kind == 4:
            return ("follow", part(isSteady=True), ("number", round(random.uniform(0.01, 0.3), 3)),
                    ("number", round(random.uniform(0.01, 0.3), 3)))
        return scaled(("rate", part(isSteady=True)), 0.01, 0.4)
    return [
        lambda: ("distance", point(), point()), lambda: ("angle", point(), point()),
        lambda: scaled(("corner", point(), point(), point()), 2.0),
        lambda: scaled(("projection", point(), point(), point()), 0.25, 0.4),
        lambda: ("offset", point(), point(), point()), lambda: ("area", point(), point(), point()),
        lambda: scaled(("area", point(), point(), point(), point(), point()), 0.5),
        lambda: ("inside", point(), region()), lambda: scaled(("count", region()), 0.2),
        lambda: ("edge", point(), region()), lambda: ("along", point(), region()), lambda: ("x", thing()),
        lambda: ("y", thing()), lambda: scaled(("speed", thing()), 0.05),
        lambda: scaled(("acceleration", thing()), 0.002, 0.5), lambda: scaled(("order", thing()), 0.125),
        lambda: ("present", thing()), lambda: scaled(("age", thing()), 0.5),
        lambda: scaled(("correlation", thing(), thing()), 0.5, 0.5),
        lambda: scaled(("since", ("inside", point(), region(1))), 0.5),
    ][random.integers(17 if isSteady else 20)]()


def played(random):
    """Up to six fingers, one of which is a mouse and one a track's, and two tokens: (frame, kind, key, x, y)."""
    events, last = [], int(SECONDS * RATE)
    for finger in range(6):
        at, end = sorted(int(v) for v in random.integers(500, last, 2))
        if finger < 2:
            at, end = 500 + 700 * finger, last + 1
        place = random.uniform(0.05, 0.95, 2)
        exact = stored if finger == RECORDED else f32
        events.append((at, "began", finger, *map(exact, place)))
        for frame in sorted(int(v) for v in random.integers(at + 1, max(end, at + 2), 18)):
            place = numpy.clip(place + random.normal(0, 0.02, 2), 0, 1)
            events.append((frame, "moved", finger, *map(exact, place)))
        events.append((end, "ended", finger, 0, 0))
    for token in (1, 2):
        place = random.uniform(0.05, 0.95, 2)
        for frame in sorted(int(v) for v in random.integers(600, 50_000, 12)):
            place = numpy.clip(place + random.normal(0, 0.02, 2), 0, 1)
            events.append((frame, "token", token, *map(f32, place)))
        events.append((52_000 + 3000 * token, "lifted", token, 0, 0))
    return sorted((event for event in events if event[0] < last), key=lambda event: event[0])


def sent(plugin, frame, kind, key, x, y):
    """Plays an event. A track sends its finger as MIDI, on the channel with its number."""
    if key != RECORDED or kind in ("token", "lifted"):
        plugin.event(body(kind, key, x, y), frame, kind=TOUCH)
        return
    if kind != "ended":
        for control, number in ((16, x), (17, y), (18, 0.0), (19, 0.5)):
            number = round(number * 16383)
            plugin.event([0xB0 | key, control, number >> 7], frame)
            plugin.event([0xB0 | key, control + 32, number & 127], frame)
        plugin.event([0xB0 | key, 83, 1], frame)
    if kind != "moved":
        plugin.event([0x90 | key, 60, 100 if kind == "began" else 0], frame)


def body(kind, key, x, y):
    """The words of an event. The mouse has a source of its own."""
    source = 5 if key == MOUSE else 3
    if kind == "token":
        return struct.pack("=IIiffff", TOKEN, 9, key, x, y, 0.0, key)
    if kind == "lifted":
        return struct.pack("=IIiffff", LIFTED, 9, key, *[float("nan")] * 4)
    if kind == "ended":
        return touch(ENDED, key, source=source)
    return touch(BEGAN if kind == "began" else MOVED, key, x, y, 0.5, source=source)


@pytest.mark.parametrize("patch", range(PATCHES))
def test_each_value_is_what_numpy_computes(tmp_path, patch):
    random = numpy.random.default_rng(seed("RELATIONS_SEED", 4300) + patch)
    trees, memories = [], 0
    while len(trees) < 8:
        tree = drawn(random)
        used = sum(text(tree).count(name + "(") for name in ("follow", "since", "rate", "correlation"))
        if memories + used <= 16 and len(text(tree)) < 400:
            trees.append(tree)
            memories += used
    # Of both families of ids.
    numbers = [1, 3, 8, 9, 17, 24, 31, 32]
    document = {
        "version": 1, "user": {str(number): text(tree) for number, tree in zip(numbers, trees)},
        "parts": [{"region": [0, 0, 0.5, 1]}, {}], "regions": [{"points": points} for points in REGIONS],
        "world": {"bodies": [{"number": 1, "at": [1, 2.25], "pin": "place", "size": 0.1}]},
        "connections": [{"source": "user_1", "destination": "filter_1_cutoff"}],
        # Corners of envelopes are evaluated, too; these have none.
        "parameters": {"amp_attack": 10, "amp_decay": 10, "amp_release": 10}}
    events = played(random)
    model = Model(REGIONS, {1: (0.25, 0.75)}, trees)
    block = int(random.choice([32, 64, 96, 256]))
    said = hello(TOUCHES, NAMED, source=99, named=[f"user_{number}" for number in numbers])
    compared = doubtful = 0
    with Plugin(state=state_file(tmp_path / "state", json.dumps(document)), longest_block=block) as plugin:
        plugin.event(struct.pack("=IIiffff", SOURCE, 5, 4 << 4, *[float("nan")] * 4), kind=TOUCH)
        for start in range(0, int(SECONDS * RATE), block):
            if start % (block * 64) == 0:
                plugin.event(said, kind=HELLO)
            mine = [event for event in events if start <= event[0] < start + block]
            for frame, kind, *rest in mine:
                sent(plugin, frame - start, kind, *rest)
            plugin.run(block)
            # A touch's velocity is settled 10 ms after it began, which also asks for an evaluation.
            settled = {e[0] + RATE // 100 for e in events if e[1] == "began"}
            for frame in sorted({*range(-start % TICK + start, start + block, TICK), *(e[0] for e in mine),
                                 *(frame for frame in settled if start <= frame < start + block)}):
                now = frame / RATE
                for _, kind, key, x, y in (event for event in mine if event[0] == frame):
                    if kind == "began":
                        model.began(now, key, (x, y), key == MOUSE, key == RECORDED)
                    elif kind == "ended":
                        del model.touches[key]
                    elif kind == "lifted":
                        model.tokens.pop(key, None)
                    else:
                        model.moved(now, model.tokens if kind == "token" else model.touches, key, (x, y))
                model.evaluate(now)
            for shown in frames(plugin):
                for (_, _, key, *_), values in zip(shown[TOUCHES], shown[NAMED][1:]):
                    for number, tree, value in zip(numbers, trees, values):
                        try:
                            expected = min(max(model.value(tree, key, now), 0), 1)
                        except Doubt:
                            doubtful += 1
                            continue
                        compared += 1
                        assert abs(value - expected) <= 1e-6, (number, text(tree), key, now, value, expected)
    figure(f"{compared} values of 8 relations as numpy has them, {doubtful} in doubt")
    assert compared > 300
