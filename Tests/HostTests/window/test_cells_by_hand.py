"""By mouse while the grid plays: cells that depend on a row, a track or a fill-in, and lanes that are added, drawn,
typed and removed. What is heard follows from the document alone."""
import contextlib
import json

import pytest

from conftest import figure
from lv2host import Plugin, state_file
from test_older_grids import saved
from test_window import MATRIX
from window import Screen, Window

# On a window of 1280 × 800 points, four steps by four rows.
CELL, FILL_IN, BASS, TONE = (172, 634), (861, 776), (246, 72), (66, 72)
# From the point of a menu: *Only if* and *Fill-in*; from that: *plays only* and *rests*.
ONLY_IF, FILL, PLAYS_ONLY, RESTS = (-215, -25), (-188, 73), (75, 28), (-76, 28)
LANES, ADD_LANE, SENDS, AS, REMOVE = (1238, 112), (1110, 152), (1114, 152), (1063, 191), (1248, 152)
BARS, BAR = [(172 + 222 * step, 690) for step in range(4)], 222
GRID = {"version": 1, "layers": [
    {"steps": 4, "rows": 4, "channel": 1, "root": 60, "scale": "chromatic",
     "patterns": {"1": {"cells": [[1, 1], [1, 2], [3, 3]]}}},
    {"steps": 4, "rows": 4, "channel": 2, "patterns": {"1": {"cells": [[3, 1]]}}}, {}, {}]}
# Turns of six blocks of 256 frames: a second is two passes at 120 beats a minute.
SECOND = 48000 // 1536


class Hand:
    def __init__(self, screen, plugin):
        self.screen, self.plugin = screen, plugin
        self.window = Window(screen, plugin, uri=MATRIX)
        for each in (self.window.parent.value, self.window.id):
            screen.resize(each, 1280, 800)
        self.bodies = self.window.listen()
        self.window.turns(0.5)

    def do(self, *words):
        self.screen.hand(*words)
        self.window.turns(0.3)

    def click(self, place, button=1):
        self.do("mousemove", *place, "click", button)

    def keys(self, *keys):
        for key in keys:
            self.do("key", key)

    def menu(self, cell, *ways):
        """Opens the menu of a cell and goes through menus by the ways between their middles; returns the last place."""
        self.click(cell, 3)
        # At the left edge the menu moves into the window.
        place = max(cell[0], 288), cell[1]
        for dx, dy in ways:
            place = place[0] + dx, place[1] + dy
            self.click(place)
        return place

    def heard(self, kinds=(9,)):
        """What a second sends on the first channel, behind half a pass in which an edit arrives."""
        for turns in (SECOND // 2, SECOND):
            del self.bodies[:]
            for _ in range(turns):
                self.window.turn()
        return [body for body in self.bodies if len(body) == 3 and body[0] >> 4 in kinds and body[0] & 15 == 0]

    def notes(self):
        return sorted({body[1] for body in self.heard() if body[2]})

    def layer(self):
        return json.loads(saved(self.plugin)[1])["layers"][0]

    def cell(self, step, row):
        for cell in self.layer()["patterns"]["1"]["cells"]:
            if cell[:2] == [step, row]:
                return cell[2] if len(cell) > 2 else {}


@pytest.fixture
def hand(tmp_path):
    state = state_file(tmp_path / "grid", json.dumps(GRID), plugin="tonematrix", clock=1, transport=1, tempo=120)
    with contextlib.ExitStack() as stack:
        screen = stack.enter_context(Screen("1400x900x24"))
        plugin = stack.enter_context(Plugin(MATRIX, longest_block=256, state=state))
        hand = Hand(screen, plugin)
        yield hand
        hand.window.close()
        assert screen.errors == 0


def test_a_cell_depends_on_a_row_a_track_and_a_fill(hand):
    first, second, third = CELL, (172, 500), (615, 330)
    assert hand.notes() == [60, 61, 62]
    # Row 2 needs row 1.
    place = hand.menu(second, ONLY_IF)
    hand.do("mousemove", *place, "click", 4)
    assert hand.cell(1, 2) == {"if": ["row", 1, "plays"]}
    assert hand.notes() == [60, 61, 62]
    hand.keys("Escape")
    hand.click(first)
    assert hand.notes() == [62], "row 1 is off"
    # Then track 2, which has no cell on this step.
    place = hand.menu(second, ONLY_IF)
    hand.do("mousemove", *place, "click", "--repeat", 66, "--delay", 20, 4)
    assert hand.cell(1, 2) == {"if": ["track", 2, "plays"]}
    assert hand.notes() == [62]
    hand.do("mousemove", *place, "click", 4)
    assert hand.cell(1, 2) == {"if": ["track", 2, "rests"]}
    assert hand.notes() == [61, 62]
    hand.keys("Escape")
    hand.click(BASS)
    hand.click(first)
    assert hand.notes() == [62], "track 2 plays"
    hand.click(TONE)
    # A cell of the fill-in, then one of all the rest.
    hand.menu(third, FILL, PLAYS_ONLY)
    assert hand.cell(3, 3) == {"when": "fill"} and hand.notes() == []
    hand.click(FILL_IN)
    assert hand.plugin["fill_in"] == 1 and hand.notes() == [62]
    hand.menu(third, FILL, RESTS)
    assert hand.cell(3, 3) == {"when": "no_fill"} and hand.notes() == []
    hand.click(FILL_IN)
    assert hand.notes() == [62]
    assert hand.cell(1, 2) == {"if": ["track", 2, "rests"]}


def bends(hand):
    """Values of pitch bend, one pass after the other."""
    return [body[1] + 128 * body[2] - 8192 for body in hand.heard((14,))]


def test_a_lane_is_added_drawn_typed_and_removed(hand):
    hand.click(LANES)
    hand.click(ADD_LANE)
    assert hand.layer()["lanes"] == [{"to": "cc", "number": 1}]
    hand.click(SENDS)
    hand.do("type", "--delay", 60, "bend")
    hand.keys("Return")
    assert hand.layer()["lanes"] == [{"to": "bend"}]
    # The exact value of the first step, by the menu of its bar.
    hand.click(BARS[0], 3)
    hand.keys("Return")
    hand.do("type", "--delay", 60, "1234")
    hand.keys("Return")
    assert hand.layer()["patterns"]["1"]["lanes"] == [[1, 1, 1234]]
    assert set(bends(hand)) == {1234}
    # The others by one stroke upward.
    hand.do("mousemove", BARS[1][0], 702, "mousedown", 1)
    for step in range(1, 9):
        hand.do("mousemove", BARS[1][0] + step * 2 * BAR // 8, 702 - step * 3)
    hand.do("mouseup", 1)
    lanes = hand.layer()["patterns"]["1"]["lanes"]
    values = [value for _, _, value in lanes]
    assert [each[:2] for each in lanes] == [[1, step] for step in (1, 2, 3, 4)]
    assert values[0] == 1234 and values[1] < values[2] < values[3]
    steps = bends(hand)
    assert len(steps) in (7, 8, 9) and all(
        after == values[(values.index(before) + 1) % 4] for before, after in zip(steps, steps[1:]))
    # As a line there are many values between them.
    hand.click(AS)
    hand.keys("Down", "Return")
    assert hand.layer()["lanes"] == [{"to": "bend", "line": True}]
    line = bends(hand)
    figure(f"a lane by hand: {len(steps)} values a second in steps, {len(line)} as a line")
    assert len(line) > 6 * len(steps) and min(line) >= min(values) and max(line) <= max(values)
    hand.click(REMOVE)
    assert "lanes" not in hand.layer() and "lanes" not in hand.layer()["patterns"]["1"]
    assert bends(hand) == []
