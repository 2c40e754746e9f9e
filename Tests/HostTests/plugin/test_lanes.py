"""The lanes of a track: what each sends at its steps and on the way between them follows from the JSON of the grid
alone."""
import json
import math
from fractions import Fraction

import pytest

from conftest import ROOT, figure
from lv2host import Plugin, state_file

URI, RATE, TEMPO, SECONDS = "urn:tactus:tonematrix", 48000, 120, 6
STEPS, STEP = 8, RATE * 60 // TEMPO // 4
# A sixteenth note has twelve ticks of 1/48 quarter note.
TICKS = 12
LANES = [{"to": "cc", "number": 74, "line": True}, {"to": "bend", "line": True}, {"to": "pressure"},
         {"to": "program"}, {"to": "parameter", "parameter": "filter_1_cutoff", "line": True}]
VALUES = [{1: 10, 5: 120, 8: 3}, {2: -8192, 7: 8191}, {1: 5, 4: 90}, {3: 128}, {1: 0, 8: 16383}]


def parameter_number(symbol):
    lines = (ROOT / "Tests" / "Golden" / "parameters.txt").read_text().splitlines()
    return next(int(line.split()[0]) for line in lines if line.split()[1] == symbol)


def messages(lane, value):
    if lane["to"] == "cc":
        return [bytes([0xB0, lane["number"], value])]
    if lane["to"] == "bend":
        return [bytes([0xE0, value + 8192 & 127, value + 8192 >> 7])]
    if lane["to"] == "pressure":
        return [bytes([0xD0, value])]
    if lane["to"] == "program":
        return [bytes([0xC0, value - 1])]
    number = parameter_number(lane["parameter"])
    return [bytes([0xB0, controller, part]) for controller, part in
            ((99, number >> 7), (98, number & 127), (6, value >> 7), (38, value & 127))]


def value_at(lane, points, column, tick):
    """The value of a lane at a tick of a column, both from 0; None: there is none."""
    if not lane.get("line"):
        return points.get(column + 1)
    way = column + 1 + Fraction(tick, TICKS)
    before = max((step for step in points if step <= way), default=None)
    after = min((step for step in points if step > way), default=None)
    if before is None or after is None:
        return None if before is None else points[before]
    exact = points[before] + (points[after] - points[before]) * (way - before) / (after - before)
    return math.floor(exact + Fraction(1, 2))


def expected():
    found = []
    for step in range(SECONDS * RATE // STEP):
        last = {}
        for tick in range(TICKS):
            for index, (lane, points) in enumerate(zip(LANES, VALUES)):
                if tick and not lane.get("line"):
                    continue
                value = value_at(lane, points, step % STEPS, tick)
                if value is None or last.get(index) == value:
                    continue
                last[index] = value
                found += [(step * STEP + tick * STEP // TICKS, body) for body in messages(lane, value)]
    return found


@pytest.mark.parametrize("block, track", [(512, 1), (96, 1), (96, 16)])
def test_lanes_send_what_the_grid_says(tmp_path, block, track):
    values = [[lane + 1, step, value] for lane, points in enumerate(VALUES) for step, value in points.items()]
    grid = {"version": 1, "layers": [{} for _ in range(track - 1)] + [
        {"channel": 1, "steps": STEPS, "lanes": LANES, "patterns": {"1": {"lanes": values}}}]}
    state = state_file(tmp_path / "grid", json.dumps(grid), plugin="tonematrix", clock=1, transport=1,
                       tempo=TEMPO)
    found = []
    with Plugin(URI, rate=RATE, longest_block=block, state=state) as plugin:
        for start in range(0, SECONDS * RATE, block):
            plugin.run(block)
            found += [(start + frame, body) for frame, body in plugin.sent()
                      if body[:1] >= b"\x80" and len(body) <= 3 and start + frame < SECONDS * RATE]
    wanted = expected()
    figure(f"{len(wanted)} messages of {len(LANES)} lanes")
    assert found == wanted and len(wanted) > 1000
