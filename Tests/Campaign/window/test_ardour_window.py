"""The window inside of Ardour, with a window manager and a touch screen: fingers, the strip, keys."""
import time

import numpy
import pytest

import osc
from ardour_session import Session
from ardour_window import ArdourWindow, no_errors
from conftest import figure
from ears import Ears
from test_clipboard import LIBRARY, SAVE
from touch_screen import BEGIN, END, MOVE, TouchScreen

# In the maximised mixer: the small picture under the first plugin's name.
STRIP = slice(215, 300), slice(325, 435)
TABS = 48  # points


@pytest.fixture(scope="module")
def port():
    return osc.free_port()


@pytest.fixture(scope="module")
def ardour(tmp_path_factory, port):
    folder = tmp_path_factory.mktemp("ardour")
    session = Session(folder, "urn:tactus:touch", "OSC listen=1", f"OSC port={port}")
    with TouchScreen(folder) as screen, ArdourWindow(screen, session, folder / "ardour.log") as ardour:
        ardour.mixer()
        yield ardour
    no_errors(folder / "ardour.log")


def the_space_bar_rolls(ardour, when):
    assert not ardour.rolls(), f"{when}: the transport rolls already"
    ardour.screen.hand("key", "space")
    assert ardour.rolls(), f"{when}: the space bar does not roll the transport"
    ardour.screen.hand("key", "space")
    time.sleep(0.6)


def test_the_transport_keys_work_and_five_fingers_play(ardour, port):
    screen, ears = ardour.screen, Ears(port)

    the_space_bar_rolls(ardour, "before")
    empty = ardour.shot()[STRIP]
    window, (left, top) = ardour.opened("Tactus Touch")
    ears.listen(1)
    # The mouse: a finger that moves.
    screen.hand("mousemove", left + 300, top + 300, "mousedown", 1)
    ears.until(lambda: len(ears.touches()[0]) == 1)
    screen.hand("mousemove", left + 500, top + 200)
    ears.until(lambda: abs([*ears.touches()[0].values()][0][3] - 500 / 800) < 0.01)
    screen.hand("mouseup", 1)
    ears.until(lambda: len(ears.ended()) == 1)
    ears.heard.clear()
    places = [(100 + 140 * finger, 120 + 60 * (finger % 3)) for finger in range(5)]
    for finger, (x, y) in enumerate(places):
        screen.finger(BEGIN, finger, left + x, top + y)
    ears.until(lambda: len(ears.touches()[0]) == 5)
    for step in range(1, 15):
        for finger, (x, y) in enumerate(places):
            screen.finger(MOVE, finger, left + x + 3 * step, top + y + 10 * step)
        ears.listen(0.05)
    # The surface is below the tabs.
    wanted = sorted(((x + 42) / 800, 1 - (y + 140 - TABS) / (500 - TABS)) for x, y in places)

    def are_there():
        now = sorted(tuple(message[3:5]) for message in ears.touches()[0].values())
        return numpy.abs(numpy.array(now) - numpy.array(wanted)).max() < 0.01
    ears.until(are_there)
    assert not ears.ended()
    time.sleep(0.5)
    drawn = ardour.shot()[STRIP]
    count = (drawn != empty).any(axis=2).sum()
    figure(f"Ardour's strip with five touches: {count} pixels differ from before")
    assert count > 1000, "the strip shows no touches"
    for finger, (x, y) in enumerate(places):
        screen.finger(END, finger, left + x + 42, top + y + 140)
    ears.until(lambda: len(ears.ended()) == 5)
    counts = ears.touches()[1].values()
    figure(f"five fingers through Ardour's window: 5 began, 5 ended, {min(counts)} to {max(counts)} states "
           "of each were told")
    the_space_bar_rolls(ardour, "with the window open")
    ardour.closed(window)
    the_space_bar_rolls(ardour, "after the window was closed")
    ears.sender.socket.close()


def test_a_name_is_typed_after_clicks(ardour):
    """With each click the window manager gives the keyboard to Ardour, which has a use for A and Return."""
    screen = ardour.screen
    window, (left, top) = ardour.opened("Tactus Touch")
    for x, y in (LIBRARY, SAVE):
        screen.hand("mousemove", left + x, top + y, "click", 1)
        time.sleep(1)
    for name in (*"baba", "Return"):
        screen.hand("key", name)
        time.sleep(0.2)
    saved = ardour.session.folder / "home" / ".local" / "share" / "tactus" / "patches" / "baba.json"
    end = time.monotonic() + 20
    while not saved.exists():
        assert time.monotonic() < end, "nothing is saved under the name that was typed"
        time.sleep(0.1)
    ardour.closed(window)
