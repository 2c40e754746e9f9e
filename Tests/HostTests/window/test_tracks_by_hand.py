"""Tracks by mouse, in both plugins: a fifth one is added, painted, heard on its channel and silenced by its port."""
import json

import pytest

from conftest import figure
from lv2host import Plugin, state_file
from test_window import MATRIX
from window import Screen, Window

# On a window of 800 × 500 points: the button behind the tabs, and a cell in the middle.
ADD, CELL = (422, 72), (420, 250)
GRID = {"version": 1, "layers": [
    {"steps": 16, "rows": 8, "channel": 1, "root": 40, "scale": "chromatic",
     "patterns": {"1": {"cells": [[1, 1]]}}}, {}, {}, {}]}


@pytest.mark.parametrize("uri", [MATRIX, f"{MATRIX}-multi"])
def test_a_track_is_added_and_heard(tmp_path, uri):
    state = state_file(tmp_path / "grid", json.dumps(GRID), plugin=uri.rpartition(":")[2], clock=1, transport=1,
                       tempo=240)
    with Screen() as screen, Plugin(uri, longest_block=256, state=state) as plugin:
        window = Window(screen, plugin, uri=uri)
        bodies = window.listen()

        def click(x, y):
            screen.hand("mousemove", x, y, "click", 1)
            window.turns(0.3)

        def channels():
            return {body[0] & 15 for body in bodies if len(body) == 3 and body[0] >> 4 == 9 and body[2]}
        window.turns(0.5)
        four = screen.picture(window.id)
        window.until(lambda: channels() == {0})
        click(*ADD)
        assert (screen.picture(window.id) != four).any(2).mean() > 0.05, "the cells of the fifth track are empty"
        click(*CELL)
        window.until(lambda: any(b'"layer": 5' in body for body in bodies))
        window.until(lambda: channels() == {0, 4})
        figure(f"{uri}: a fifth track plays on channel 5")
        # Its port silences it, and the first one goes on.
        plugin["layer_5_play"] = 0
        window.turns(1)
        del bodies[:]
        window.turns(2)
        assert channels() == {0}
        plugin["layer_5_play"] = 1
        window.until(lambda: channels() == {0, 4})
        # Another window shows the track, because it has a cell.
        window.close()
        window = Window(screen, plugin, uri=uri)
        window.turns(0.5)
        tabs = slice(56, 88), slice(16, 440)
        assert (screen.picture(window.id)[tabs] != four[tabs]).any(2).mean() > 0.05
        window.close()
        assert screen.errors == 0
