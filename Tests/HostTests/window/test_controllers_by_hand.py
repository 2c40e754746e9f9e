"""Controllers of a grid by mouse: a pad profile is chosen by its name, and a lane learns a knob that records it."""
import json

import pytest

from conftest import ROOT, figure
from lv2host import Plugin, state_file
from monome import Grid, Serialosc
from test_window import MATRIX
from window import Screen, Window

# On a window of 1280 × 800 points: the pages *Grid* and *Lanes*, the bars *Pads* and *Monome grids*, and *Learn a knob*
# of the first lane.
GRID, LANES, PADS, MONOME, LEARN = (1188, 112), (1237, 112), (1114, 188), (1114, 453), (1197, 191)


def opened(screen, plugin, uri):
    window = Window(screen, plugin, uri=uri)
    for window_id in (window.parent.value, window.id):
        screen.resize(window_id, 1280, 800)
    bodies = window.listen()
    window.turns(0.5)

    def click(place):
        screen.hand("mousemove", *place, "click", 1)
        window.turns(0.3)
    return window, bodies, click


def until(window, bodies, *parts):
    window.until(lambda: any(all(part in body for part in parts) for body in bodies))


@pytest.mark.parametrize("uri", [MATRIX, f"{MATRIX}-multi"])
def test_a_pad_profile_is_chosen(tmp_path, uri):
    grid = {"version": 1, "layers": [{"steps": 8, "patterns": {"1": {"cells": [[1, 1]]}}}, {}, {}, {}]}
    state = state_file(tmp_path / "grid", json.dumps(grid), plugin=uri.rpartition(":")[2], lights=1)
    with Screen("1400x900x24") as screen, Plugin(uri, longest_block=256, state=state) as plugin:
        window, bodies, click = opened(screen, plugin, uri)
        click(GRID)
        until(window, bodies, b'"pads": ["')
        screen.hand("mousemove", *PADS)
        window.turns(0.2)
        screen.hand("click", 4)  # To the first in the list.
        profile = json.loads((ROOT / "bundle" / "pads" / "apc40.json").read_text())
        until(window, bodies, b'"name": "%s"' % profile["name"].encode(), b'"setup": ["F0')
        if uri == MATRIX:
            setup = bytes.fromhex(profile["setup"][0].replace(" ", ""))
            window.until(lambda: setup in bodies)
            # The lights of the columns are on channels of their own.
            window.until(lambda: {0x90 + channel for channel in range(8)} <= {body[0] for body in bodies if body})
        figure(f"{uri}: the profile {profile['name']}, chosen by mouse")
        window.close()
        assert screen.errors == 0


def test_a_lane_learns_a_knob(tmp_path):
    grid = {"version": 1, "layers": [
        {"steps": 8, "lanes": [{"to": "cc", "number": 74}], "patterns": {"1": {"cells": [[1, 1]]}}}, {}, {}, {}]}
    state = state_file(tmp_path / "grid", json.dumps(grid), plugin="tonematrix", clock=1, transport=0)
    with Screen("1400x900x24") as screen, Plugin(MATRIX, longest_block=256, state=state) as plugin:
        window, bodies, click = opened(screen, plugin, MATRIX)
        click(LANES)
        plugin.event([0xB0, 21, 1])
        window.turns(0.3)
        assert not [body for body in bodies if b'"knob"' in body], "nothing learns"
        click(LEARN)
        window.turns(0.5)
        plugin.event([0xB0, 21, 64])
        until(window, bodies, b'"knob": 21')
        plugin["transport"] = 1
        window.turns(0.3)
        plugin.event([0xB0, 21, 100])
        until(window, bodies, b'{"lane": {', b'"value": 100')
        # Its step sends the value again.
        del bodies[:]
        window.until(lambda: bytes([0xB0, 74, 100]) in bodies)
        figure("a lane has learned CC 21, and plays what it recorded")
        window.close()
        assert screen.errors == 0


def test_a_monome_grid_is_turned_on(tmp_path):
    """Through serialosc: its lights come on, and a key changes the cell that the window shows."""
    state = state_file(tmp_path / "grid", '{"version": 1, "layers": [{"steps": 8}]}', plugin="tonematrix")
    grid = Grid("m0000045")
    with Serialosc(grid) as serialosc, Screen("1400x900x24") as screen, \
            Plugin(MATRIX, longest_block=256, state=state) as plugin:
        window, bodies, click = opened(screen, plugin, MATRIX)

        def comes(isSo):
            def look():
                serialosc.pump()
                return isSo()
            window.until(look)
        click(GRID)
        assert serialosc.received == []
        screen.hand("mousemove", *MONOME)
        window.turns(0.2)
        screen.hand("click", 4)
        comes(lambda: grid.lights[7][0] == 4)
        del bodies[:]
        grid.press(2, 6)
        comes(lambda: grid.lights[6][2] == 8)
        until(window, bodies, b'{"cell": ')
        screen.hand("click", 5)
        comes(lambda: not any(map(any, grid.lights)))
        figure("a monome grid, turned on and off by the wheel")
        window.close()
        assert screen.errors == 0
