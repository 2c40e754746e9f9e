"""Random matrices in the built plugin, played by two fingers and ports: each parameter of the live frames is
what Tests/Models/matrix.py computes from the formulas of docs/matrix.md alone.

A live frame shows the end of a block of two ticks, for which the last evaluation was planned: the smoothers
have the values of that frame."""
import json
import sys

import numpy
import pytest

from conftest import ROOT, figure
from live_frame import HELLO, PARAMETER, PARAMETERS, frames, hello
from lv2host import BEGAN, ENDED, MOVED, TOUCH, Plugin, state_file, touch
from seeds import seed

sys.path.append(str(ROOT / "Tests" / "Models"))
import matrix  # noqa: E402

RATE, BLOCK, PROGRAMS, BLOCKS = 48000, 64, 24, 900
# Whether each voice has its own value, the value at rest, and the full scale; all begin at 0 and step.
SOURCES = {"touch_x": (True, 0.5, 1), "touch_y": (True, 0.5, 1), "touch_pressure": (True, 0, 1),
           "macro_1": (False, 0, 1), "macro_2": (False, 0, 1),
           "group_count": (False, 0, 11)}
# Whether each voice has its own value, the travel, whether semitones, the range, and the base value.
DESTINATIONS = {"filter_1_cutoff": (True, "logarithmic", False, 20, 20000, 1100),
                "lfo_2_rate": (False, "logarithmic", False, 0.01, 100, 5),
                "osc_a_level": (True, "linear", False, 0, 1, 0.6),
                "osc_c_semitones": (True, "linear", True, -48, 48, 7),
                "voice_pan": (True, "linear", False, -1, 1, 0),
                "chorus_mix": (False, "linear", False, 0, 1, 0.2),
                "delay_feedback": (False, "linear", False, 0, 0.95, 0.45)}
MAJOR = 0b101010110101


def drawn(random, destination):
    """A connection of a document, and the same for the model."""
    own, travel, isPitch, least, most, _ = DESTINATIONS[destination]
    source = str(random.choice(list(SOURCES)))
    low, high = (float(x) for x in sorted(random.uniform(0, 1, 2)))
    if travel == "logarithmic":
        low, high = (float(least * (most / least)**x) for x in (low, high))
    else:
        low, high = (float(least + x * (most - least)) for x in (low, high))
    up, down = (float(x) for x in random.choice([0, 0.02, 0.2], 2))
    isStepped = isPitch and bool(random.integers(2))
    curve = 0 if isStepped else float(random.choice([0, 0.5, -0.7]))
    model = {"rest": SOURCES[source][1], "minimum": 0, "full": SOURCES[source][2], "cyclic": False,
             "sensitivity": float(random.choice([1, 1, 0.5, 3])),
             "gate": str(random.choice(["always", "during_touch", "during_group"])),
             "ownVoice": SOURCES[source][0], "mode": str(random.choice(["absolute", "relative", "running"])),
             "inverted": bool(random.integers(2)), "curve": curve, "low": low, "high": high,
             "mask": MAJOR if isStepped else 0, "up": up, "down": down, "mayStep": True,
             "amount": float(random.uniform(-1, 1.5)),
             "combine": str(random.choice(["sum", "multiply", "max", "min", "last"]))}
    words = {key: model[key] for key in ("low", "high", "sensitivity", "gate", "mode", "combine", "amount")}
    words |= {"source": source, "destination": destination,
              "direction": "down" if model["inverted"] else "up",
              "slope": "major" if isStepped else curve, "smooth": [up, down]}
    return words, model


class Model:
    """One parameter and its connections, from event to event."""

    def __init__(self, destination, connections):
        self.own, travel, isPitch, self.least, self.most, base = DESTINATIONS[destination]
        self.isLogarithmic = travel == "logarithmic"
        self.travel = numpy.log2 if self.isLogarithmic else lambda x: x
        self.patch = {"perVoice": self.own, "isChoice": False, "isLogarithmic": self.isLogarithmic,
                      "semitones": isPitch, "travel": self.travel, "minimum": self.least}
        self.base, self.was, self.at = self.travel(base), None, 0
        self.connections = [matrix.Connection(model, self.patch) for model in connections]
        self.mapped = [None] * len(connections)

    def event(self, frame, state, fresh, last):
        """The evaluation at an event. `fresh`: the lane of a voice that begins, after that of `last`."""
        lanes = numpy.zeros(16, bool)
        if fresh is not None:
            lanes[fresh] = True
            for connection in self.connections:
                connection.held = connection.held.copy()
                connection.held[fresh] = connection.held[last]
        for place, connection in enumerate(self.connections):
            values = state["values"][connection.c["source"]]
            mapped = connection.mapped(connection.position(state, values, lanes, self.was))
            connection.smoothed(mapped, (frame - self.at) / RATE, 0, lanes)
            self.mapped[place] = mapped
        self.was = {"always": numpy.ones(16, bool), "during_touch": state["down"] > 0.5,
                    "during_group": numpy.full(16, state["active"])}
        self.at = frame

    def value(self, frame, lane):
        """The parameter at a frame without an event."""
        p = numpy.full(16, float(self.base))
        for mapped, connection in zip(self.mapped, self.connections):
            c = connection.c
            up, down = (max(c[way], matrix.STEPS) if self.own else c[way] for way in ("up", "down"))
            m = mapped + connection.faded(connection.smooth, (frame - self.at) / RATE, up, down)
            p = matrix.combine(c["combine"], p, self.base, m, c["amount"], self.patch)
        return float(numpy.clip(2**p if self.isLogarithmic else p, self.least, self.most)[lane])


def played(random):
    """Two fingers that move, the first lifted while the second sounds, and ports: (frame, kind, …)."""
    def place():
        return [float(numpy.float32(v)) for v in random.uniform(0.05, 0.95, 3)]

    events = [(640, "began", 0, place()), (24_000, "began", 1, place()), (36_000, "ended", 0, None)]
    for at in sorted(int(v) for v in random.integers(700, 50_000, 40)):
        if random.integers(3):
            finger = 0 if at < 24_000 or (at < 36_000 and random.integers(2)) else 1
            events.append((at, "moved", finger, place()))
        else:
            events.append((at // BLOCK * BLOCK, "port", f"macro_{random.integers(1, 3)}",
                           float(numpy.float32(random.random()))))
    return sorted(events, key=lambda event: event[0])


@pytest.mark.parametrize("program", range(PROGRAMS))
def test_a_random_matrix_is_what_the_model_computes(program, tmp_path):
    random = numpy.random.default_rng([seed("RANDOM_MATRIX_SEED", 41), program])
    chosen = [str(d) for d in random.choice(list(DESTINATIONS), 3, replace=False)]
    connections = [(d, *drawn(random, d)) for d in chosen for _ in range(random.integers(1, 4))]
    for _, words, model in connections:
        model["source"] = words["source"]
    patch = {"version": 1, "connections": [words for _, words, _ in connections],
             "parameters": {name: values[5] for name, values in DESTINATIONS.items()}
             | {"amp_sustain": 1, "amp_release": 10}}
    models = {d: Model(d, [model for name, _, model in connections if name == d]) for d in chosen}
    events = played(random)
    values = {name: numpy.full(16, float(rest)) for name, (_, rest, _) in SOURCES.items()}
    state = {"values": values, "down": numpy.zeros(16), "active": False, "leader": 0}
    for model in models.values():
        model.event(0, state, None, 0)
    worst = compared = 0
    with Plugin(state=state_file(tmp_path / "state", json.dumps(patch)), longest_block=BLOCK) as plugin:
        plugin.event(hello(PARAMETERS), kind=HELLO)
        fresh, last = None, 0
        for block in range(BLOCKS):
            while events and events[0][0] < (block + 1) * BLOCK:
                frame, kind, what, data = events.pop(0)
                if kind == "port":
                    plugin[what] = data
                    values[what] = numpy.full(16, data)
                else:
                    code = {"began": BEGAN, "moved": MOVED, "ended": ENDED}[kind]
                    body = touch(code, what, *data) if data else touch(code, what)
                    plugin.event(body, frame - block * BLOCK, TOUCH)
                    for name, number in zip(("touch_x", "touch_y", "touch_pressure"), data or ()):
                        values[name] = values[name].copy()
                        values[name][what] = number
                    state["down"] = state["down"].copy()
                    if kind == "began":
                        fresh, last, state["leader"], state["down"][what] = what, state["leader"], what, 1
                    if kind == "ended":
                        state["down"][what] = 0
                    count = state["down"].sum()
                    values["group_count"], state["active"] = numpy.full(16, count), count > 0
                if events and events[0][0] == frame:
                    continue  # What happens on one frame is evaluated once.
                for model in models.values():
                    model.event(frame, state, fresh, last)
                fresh = None
            plugin.run(BLOCK)
            for live in frames(plugin):
                for name, model in models.items():
                    wanted = model.value((block + 1) * BLOCK, state["leader"])
                    found = live[PARAMETERS][PARAMETER[name]][0]
                    scale = abs(wanted) if model.isLogarithmic else model.most - model.least
                    worst, compared = max(worst, abs(found - wanted) / scale), compared + 1
    figure(f"random matrix {program}: {compared} values, the worst {worst:.1e} off")
    assert compared >= 100
    assert worst < 1e-4, patch["connections"]
