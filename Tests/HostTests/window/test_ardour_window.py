"""The window inside of Ardour, with a window manager and a touch screen: fingers, the strip, keys."""
import re
import subprocess
import time

import numpy
import pytest

import osc
from ardour_session import Session
from ardour_window import ArdourWindow
from conftest import figure, tool
from touch_screen import BEGIN, END, HEIGHT, MOVE, WIDTH, TouchScreen

# In the maximised mixer: the plugin's name in the first strip; the clock that runs with the transport.
NAME, STRIP = (382, 207), (slice(215, 300), slice(325, 435))
CLOCK = slice(50, 80), slice(655, 825)


class Ears:
    """What the instrument tells by OSC."""

    def __init__(self, port):
        self.sender, self.heard = osc.Sender(port), []
        self.sender.socket.setblocking(False)
        self.asked = 0

    def listen(self, seconds=0.0):
        end = time.monotonic() + seconds
        while True:
            if time.monotonic() - self.asked > 5:
                self.sender.send(osc.message("/tactus/subscribe", "touches"))
                self.asked = time.monotonic()
            try:
                while True:
                    self.heard += osc.messages(self.sender.socket.recv(65536))
            except BlockingIOError:
                pass
            if time.monotonic() >= end:
                return
            time.sleep(0.02)

    def until(self, condition, seconds=15):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "this never came to be"
            self.listen(0.05)

    def touches(self):
        """The last message of each touch, by its number, and how many each had."""
        last, count = {}, {}
        for message in self.heard:
            if message[0] == "/tactus/live/touch":
                last[message[1]] = message
                count[message[1]] = count.get(message[1], 0) + 1
        return last, count

    def ended(self):
        return {message[1] for message in self.heard if message[0] == "/tactus/live/ended"}


def place_of(window):
    """Where the plugin's own window lies on the screen: the child of 800 × 500 pixels or the largest one."""
    tree = subprocess.run([tool("xwininfo"), "-id", window, "-tree"], capture_output=True, text=True,
                          check=True).stdout
    found = [tuple(map(int, match)) for match in
             re.findall(r" (\d+)x(\d+)\+-?\d+\+-?\d+ +\+(\d+)\+(\d+)", tree)]
    wide, high, x, y = next(each for each in found if each[:2] == (800, 500))
    return x, y


@pytest.fixture(scope="module")
def port():
    return osc.free_port()


@pytest.fixture(scope="module")
def ardour(tmp_path_factory, port):
    folder = tmp_path_factory.mktemp("ardour")
    session = Session(folder, "urn:tactus:touch", "OSC listen=1", f"OSC port={port}")
    with TouchScreen(folder) as screen, ArdourWindow(screen, session, folder / "ardour.log") as ardour:
        main = ardour.find("touch - Ardour")[0]
        time.sleep(1.5)
        screen.hand("windowmove", main, 0, 0, "windowsize", main, 1590, 960)
        time.sleep(1)
        screen.hand("key", "alt+m")
        time.sleep(1.5)
        yield ardour
        log = (folder / "ardour.log").read_text(errors="replace")
        assert "BadWindow" not in log and "X Window System error" not in log, log[-2000:]


def rolls(ardour):
    """Whether the transport's clock runs."""
    before = ardour.shot((WIDTH, HEIGHT))[CLOCK]
    time.sleep(0.4)
    return (ardour.shot((WIDTH, HEIGHT))[CLOCK] != before).any()


def the_space_bar_rolls(ardour, when):
    assert not rolls(ardour), f"{when}: the transport rolls already"
    ardour.screen.hand("key", "space")
    assert rolls(ardour), f"{when}: the space bar does not roll the transport"
    ardour.screen.hand("key", "space")
    time.sleep(0.6)


def opened(ardour):
    """Opens the window from the strip; returns it, with the place of the plugin's own window."""
    screen = ardour.screen
    screen.hand("mousemove", *NAME, "click", "--repeat", 2, "--delay", 120, 1)
    window = ardour.find("Tactus Touch")[-1]
    time.sleep(1.5)
    screen.hand("windowmove", window, 600, 150)
    time.sleep(0.7)
    return window, place_of(window)


def closed(ardour, window):
    ardour.screen.hand("key", "--window", window, "alt+F4")
    time.sleep(1)
    ardour.screen.hand("windowactivate", ardour.find("touch - Ardour")[0])
    time.sleep(0.5)


def test_the_transport_keys_work_and_five_fingers_play(ardour, port):
    screen, ears = ardour.screen, Ears(port)

    the_space_bar_rolls(ardour, "before")
    empty = ardour.shot((WIDTH, HEIGHT))[STRIP]
    window, (left, top) = opened(ardour)
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
    wanted = sorted(((x + 42) / 800, 1 - (y + 140) / 500) for x, y in places)

    def are_there():
        now = sorted(tuple(message[3:5]) for message in ears.touches()[0].values())
        return numpy.abs(numpy.array(now) - numpy.array(wanted)).max() < 0.01
    ears.until(are_there)
    assert not ears.ended()
    time.sleep(0.5)
    drawn = ardour.shot((WIDTH, HEIGHT))[STRIP]
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
    closed(ardour, window)
    the_space_bar_rolls(ardour, "after the window was closed")
    ears.sender.socket.close()
