"""What a musician does in a window, by mouse and keyboard alone: play, edit, hear, undo, find, load."""
import os

import numpy
import pytest

from conftest import figure
from lv2host import Plugin
from test_window import resident
from window import Screen, Window

BLOCK = 256
# On a window of 800 × 500 points: tabs, undo, the second bar of *Sound* with its base value at
# 0.6 of its length, the search field of *Library*.
SOUND, LIBRARY, UNDO = (349, 24), (295, 24), (744, 24)
BAR_FROM, BAR_TO, SEARCH = (646, 293), (522, 293), (300, 78)


def loudness(window):
    """The effective value of a note's first third of a second, between silences."""
    window.turn(500)
    window.plugin.event([0x90, 60, 100])
    _, sound = window.turn(64)
    window.plugin.event([0x80, 60, 0])
    window.turn(500)
    return numpy.sqrt((sound ** 2).mean())


def session(screen, plugin, places=(LIBRARY, SOUND)):
    window = Window(screen, plugin)
    bodies = window.listen()
    hand = screen.hand

    def click(place):
        hand("mousemove", *place, "click", 1)
        window.turns(0.2)
    window.turns(0.3)
    # A chord: the first finger stays where Shift left it.
    hand("mousemove", 250, 300, "keydown", "shift", "mousedown", 1)
    window.until(lambda: plugin["live_count"] == 1)
    hand("mouseup", 1, "keyup", "shift")
    window.turns(0.1)
    hand("mousemove", 550, 200, "mousedown", 1)
    window.until(lambda: plugin["live_count"] == 2)
    picture = screen.picture(window.id)
    hand("mousemove", 600, 150)
    window.turns(0.15)
    assert (screen.picture(window.id) != picture).any(), "a finger moves, and the picture stands still"
    hand("mouseup", 1)
    window.until(lambda: plugin["live_count"] == 1)
    hand("mousemove", 250, 300, "click", "--repeat", 2, "--delay", 60, 1)
    window.until(lambda: plugin["live_count"] == 0)
    # A base value is dragged, heard, and undone.
    click(SOUND)
    before = loudness(window)
    bodies.clear()
    hand("mousemove", *BAR_FROM, "mousedown", 1)
    for step in range(1, 5):
        hand("mousemove", BAR_FROM[0] + (BAR_TO[0] - BAR_FROM[0]) * step // 4, BAR_TO[1])
        window.turns(0.1)
    hand("mouseup", 1)
    window.until(lambda: sum(b'"osc_a_level"' in body for body in bodies) > 1)
    window.turns(0.3)
    softer = loudness(window)
    # The drag was several edits, and is one step of the history.
    assert softer < 0.9 * before, (before, softer)
    click(UNDO)
    window.until(lambda: abs(loudness(window) / before - 1) < 0.05)
    # Three letters and Return load a patch.
    click(LIBRARY)
    window.until(lambda: any(b'"entries"' in body for body in bodies))
    window.turns(0.3)
    click(SEARCH)
    for letter in "gla":
        hand("key", letter)
    window.turns(0.2)
    hand("key", "Return")
    window.until(lambda: any(b'"loaded": "glass_marimba"' in body for body in bodies))
    window.close()
    plugin.run(BLOCK)
    return before, softer


def test_a_session_by_hand():
    count, sizes = int(os.environ.get("WINDOW_SESSIONS", 2)), []
    with Screen() as screen:
        for _ in range(count):
            with Plugin(longest_block=BLOCK) as plugin:
                before, softer = session(screen, plugin)
            sizes.append(resident())
        assert screen.errors == 0
    figure(f"{count} sessions by hand: a note of {before:.4f} became {softer:.4f} and was undone; resident "
           f"{sizes[0][0]} kB after the first, {sizes[-1][0]} after the last; files {sizes[-1][1]}, threads "
           f"{sizes[-1][2]}")
    assert sizes[-1][0] < sizes[min(2, count - 1)][0] + 6000
    # The input thread ends a while after the last instance.
    assert sizes[-1][1] <= sizes[0][1] and sizes[-1][2] <= 2
