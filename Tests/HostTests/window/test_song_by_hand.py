"""A song by mouse while it plays, in both plugins: a jump, the repetition of a section, and new sections."""
import json

import pytest

from conftest import figure
from lv2host import Plugin, state_file
from test_window import MATRIX
from window import Screen, Window

# On a window of 800 × 500 points: *Options*, the page, *Loop*, the bar and the name of a section, *Repeat*, *Mute* of
# the first track, and *Undo*.
OPTIONS, PAGE, LOOP, REPEAT, MUTE = (635, 476), (470, 112), (749, 152), (400, 435), (192, 401)
BAR, NAME, ROWS = 40, 300, (192, 226, 260)
GRID = {"version": 1, "layers": [
    {"steps": 16, "rows": 8, "channel": 1, "root": 40, "scale": "chromatic",
     "patterns": {str(number): {"cells": [[1, number]]} for number in range(1, 9)}}, {}, {}, {}],
    "songs": [{"name": "Hand", "sections": [{"bars": 2, "patterns": [number]} for number in (1, 2, 3)]}]}


@pytest.mark.parametrize("uri", [MATRIX, f"{MATRIX}-multi"])
def test_a_song_is_played_and_edited(tmp_path, uri):
    state = state_file(tmp_path / "song", json.dumps(GRID), plugin=uri.rpartition(":")[2], clock=1, transport=1,
                       tempo=240)
    with Screen() as screen, Plugin(uri, longest_block=256, state=state) as plugin:
        window = Window(screen, plugin, uri=uri)
        bodies = window.listen()

        def click(x, y):
            screen.hand("mousemove", x, y, "click", 1)
            window.turns(0.3)

        def heard(count):
            """The patterns of the next bars."""
            del bodies[:]

            def found():
                return [body[1] - 39 for body in bodies if len(body) == 3 and body[0] >> 4 == 9 and body[2]]
            window.until(lambda: len(found()) >= count)
            return found()[:count]
        window.turns(0.5)
        click(*OPTIONS)
        click(*PAGE)
        click(*LOOP)
        assert plugin["loop_section"] == 1
        click(BAR, ROWS[2])
        assert plugin["section"] == 3
        heard(1)
        played = heard(5)
        figure(f"the third section repeats: the patterns {played}")
        assert played == [3] * 5
        click(BAR, ROWS[2])
        assert plugin["section"] == 0, "a second press returns to the timeline"
        # The chosen section is repeated as an edit, which undo names, and muted.
        click(NAME, ROWS[1])
        del bodies[:]
        click(*REPEAT)
        window.until(lambda: any(b'"repeat_section"' in body for body in bodies))
        click(*MUTE)
        window.until(lambda: any(b'"mutes": [1]' in body for body in bodies))
        window.close()
        assert screen.errors == 0
