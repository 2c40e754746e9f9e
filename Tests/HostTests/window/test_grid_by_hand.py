"""The grid by mouse while it plays: cells are painted, heard in the next pass, taken back by one press, which
the window shows."""
import json

import pytest

from conftest import figure
from lv2host import ATOM, Plugin, state_file
from test_session_by_hand import UNDO
from test_window import MATRIX
from window import Screen, Window

# On a window of 800 × 500 points: the lowest row, C4, and the first of its cells; from column to column.
ROW, FIRST, COLUMN = 479, 83, 45.2
PLAY, EIGHT, MORE, LESS = (32, 72), (626, 72), (752, 72), (645, 476)
# *Keys* on the page *Track*, on a window of 1280 × 800 points.
KEYS = (1185, 381)
# Turns of six blocks of 256 frames: two seconds, one pass at 120 beats a minute.
PASS = 96000 // 1536


@pytest.mark.parametrize("uri", [MATRIX, f"{MATRIX}-multi"])
def test_cells_are_painted_while_it_plays(uri):
    bodies = []
    with Screen() as screen, Plugin(uri, longest_block=256) as plugin:
        window, sent = Window(screen, plugin, uri=uri), plugin.sent

        def listen():
            found = sent()
            bodies.extend(body for _, body in found)
            return found
        plugin.sent = listen

        def one_pass():
            bodies.clear()
            for _ in range(PASS):
                window.turn()
            return [body[1] for body in bodies if len(body) == 3 and body[0] >> 4 == 9 and body[2]]

        def shown():
            """How bright the arrow of undo is, and the cells that are painted."""
            picture = screen.picture(window.id).astype(int)
            x, y = UNDO
            return (picture[y - 8:y + 9, x - 8:x + 9].max(),
                    picture[ROW, [round(FIRST + step * COLUMN) for step in (4, 5, 6)], 0].min())
        window.turns(0.5)
        grey, empty = shown()
        plugin.event(plugin.position(barBeat=0.0, bar=0, beat=0.0, beatsPerMinute=120.0, speed=1.0, frame=0,
                                     beatUnit=4, beatsPerBar=4.0), kind=ATOM + "Object")
        assert not one_pass(), "an empty grid plays"
        screen.hand("mousemove", round(FIRST + 4 * COLUMN), ROW, "mousedown", 1)
        for step in (5, 6):
            screen.hand("mousemove", round(FIRST + step * COLUMN), ROW)
            window.turns(0.1)
        screen.hand("mouseup", 1)
        window.until(lambda: any(b'"client"' in body and b'"revision"' in body for body in bodies))
        one_pass()
        played = one_pass()
        figure(f"three cells, painted while the grid plays: the keys {played} in a pass")
        assert played == [60] * 3
        # Undo is offered, and the cells are shown.
        window.until(lambda: shown()[0] > grey + 40 and shown()[1] > empty + 100)
        screen.hand("mousemove", *UNDO, "click", 1)
        window.until(lambda: shown()[1] < empty + 40)
        one_pass()
        assert not one_pass(), "one undo takes the whole stroke back"
        window.close()
        plugin.sent = sent
        assert screen.errors == 0


def test_it_plays_by_itself_and_grows():
    with Screen() as screen, Plugin(MATRIX, longest_block=256) as plugin:
        window = Window(screen, plugin, uri=MATRIX)
        bodies = window.listen()

        def click(x, y):
            screen.hand("mousemove", round(x), y, "click", 1)
            window.turns(0.2)

        def heard():
            """The keys of two seconds."""
            del bodies[:]
            for _ in range(PASS):
                window.turn()
            return [body[1] for body in bodies if len(body) == 3 and body[0] >> 4 == 9 and body[2]]
        window.turns(0.5)
        for step in (0, 5):
            click(FIRST + step * COLUMN, ROW)
        assert not heard(), "the host is stopped"
        click(*PLAY)
        assert heard() == [60, 60]
        # Half as many steps take half the time.
        click(*EIGHT)
        assert heard() == [60] * 4
        click(*PLAY)
        assert not heard()
        narrow = screen.picture(window.id)
        click(*MORE)
        window.close()
        # The next window shows everything at once, and *Less* takes it away again.
        window = Window(screen, plugin, uri=MATRIX)
        window.turns(0.5)
        assert (screen.picture(window.id) != narrow).any(2).mean() > 0.05
        screen.hand("mousemove", *LESS, "click", 1)
        window.turns(0.5)
        screen.hand("mousemove", *PLAY)
        window.turns(0.3)
        assert (screen.picture(window.id) != narrow).any(2).mean() < 0.01
        window.close()
        assert screen.errors == 0


def test_the_rows_of_a_track_follow_a_chord(tmp_path):
    grid = {"version": 1, "layers": [
        {"steps": 1, "rows": 3, "patterns": {"1": {"cells": [[1, 1], [1, 2], [1, 3]]}}}, {}, {}, {}]}
    state = state_file(tmp_path / "grid", json.dumps(grid), plugin="tonematrix", clock=1, transport=1)
    with Screen("1400x900x24") as screen, Plugin(MATRIX, longest_block=256, state=state) as plugin:
        window = Window(screen, plugin, uri=MATRIX)
        for window_id in (window.parent.value, window.id):
            screen.resize(window_id, 1280, 800)
        bodies = window.listen()

        def heard():
            """The keys of a second."""
            del bodies[:]
            for _ in range(PASS // 2):
                window.turn()
            return {body[1] for body in bodies if len(body) == 3 and body[0] >> 4 == 9 and body[2]}
        window.turns(0.5)
        assert heard() == {60, 62, 65}
        screen.hand("mousemove", *KEYS)
        # From *midi in* over off, transpose and scale.
        for _ in range(4):
            screen.hand("click", 4)
            window.turns(0.4)
        assert not heard(), "without a chord the rows are silent"
        for key in (66, 50, 57):
            plugin.event([0x90, key, 100])
        window.turn()
        assert heard() == {50, 57, 66}
        for key in (66, 50, 57):
            plugin.event([0x80, key, 0])
        window.turn()
        assert not heard()
        window.close()
        assert screen.errors == 0
