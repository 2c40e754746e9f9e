"""Fingers on a touch screen, through X to the window, to the instrument."""
import struct

import pytest

from conftest import figure
from live_frame import TOUCHES, read
from lv2host import TOUCH, Plugin
from touch_screen import BEGIN, END, MOVE, TouchScreen
from window import Window

BLOCK = 256
# The surface of a window of 1100 × 700 points is between the tabs and the bars.
TOP, WIDTH, HEIGHT, BARS = 48, 1100, 590, 62


@pytest.fixture(scope="module")
def screen(tmp_path_factory):
    with TouchScreen(tmp_path_factory.mktemp("screen")) as screen:
        yield screen
        assert screen.errors == 0, "an X error of the window reached the host"


def test_five_fingers_begin_move_and_end(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        window.turns(0.3)
        places = [(100 + 140 * finger, 150 + 60 * (finger % 3)) for finger in range(5)]
        for finger, (x, y) in enumerate(places):
            screen.finger(BEGIN, finger, x, y)
            window.until(lambda: plugin["live_count"] == finger + 1)
        assert abs(plugin["live_centroid_x"] - sum(x for x, _ in places) / 5 / WIDTH) < 0.01
        assert abs(plugin["live_centroid_y"] - (1 - (sum(y for _, y in places) / 5 - TOP) / HEIGHT)) < 0.01
        for step in range(14):
            for finger, (x, y) in enumerate(places):
                screen.finger(MOVE, finger, x + 3 * step, y + 10 * step)
            window.turn()
        centroid = 1 - (sum(y for _, y in places) / 5 + 130 - TOP) / HEIGHT
        window.until(lambda: abs(plugin["live_centroid_y"] - centroid) < 0.01)
        assert plugin["live_count"] == 5
        for finger, (x, y) in enumerate(places):
            screen.finger(END, finger, x, y + 130)
            window.until(lambda: plugin["live_count"] == 4 - finger)
        figure("five fingers through X: all began, moved 14 times and ended")
        window.close()


def test_fingers_and_pens_press_and_a_mouse_does_not(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        window.turns(0.3)
        bodies = window.listen()

        def presses(amount):
            """Waits until the one touch has a pressure; None: until there is no touch."""
            def is_so():
                frames = [read(body) for body in bodies if body[:4] == b"TLF\x01"][-1:]
                touches = frames[-1].get(TOUCHES, []) if frames else None
                if amount is None or not touches:
                    return amount is None and touches == []
                return len(touches) == 1 and abs(touches[0][5] - amount) < 0.002
            window.until(is_so)
        screen.finger(BEGIN, 1, 300, 300, 0.25)
        presses(0.25)
        screen.finger(MOVE, 1, 310, 300, 0.75)
        presses(0.75)
        screen.finger(END, 1, 310, 300)
        presses(None)
        window.turns(0.3)  # the hand takes the pen
        screen.pen(500, 300, 0)  # it hovers
        screen.pen(500, 300, 0.5)
        screen.pen(500, 300, 0.5, tip=True)
        presses(0.5)
        screen.pen(520, 310, 1)
        presses(1)
        screen.pen(520, 310, 0, tip=False)
        presses(None)
        # The display has one pointer for both, but a mouse knows no pressure.
        screen.hand("mousemove", "--window", window.id, 600, 300, "mousedown", 1)
        presses(0)
        screen.hand("mouseup", 1)
        presses(None)
        figure("a finger at 0.25 and 0.75, a pen at 0.5 and 1, through X to the instrument; the mouse after them at 0")
        window.close()


def test_fingers_that_are_down_end_with_the_window(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        window.turns(0.3)
        for finger in range(3):
            screen.finger(BEGIN, finger, 200 + 100 * finger, 200)
        window.until(lambda: plugin["live_count"] == 3)
        window.close()
        plugin.run(BLOCK)
        assert plugin["live_count"] == 0
        for finger in range(3):
            screen.finger(END, finger, 200 + 100 * finger, 200)


def test_a_token_is_drawn_as_it_is_turned_and_its_object_requested(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        window.turns(0.3)
        bodies, size = window.listen(), (WIDTH, TOP + HEIGHT + BARS)
        before = screen.picture(window.id, size).astype(int)
        # Kind, source, id, x, y, an eighth of a turn, class.
        plugin.event(struct.pack("=IIiffff", 6, 9, 1, 0.5, 0.5, 0.125, 2), kind=TOUCH)
        window.until(lambda: any(b'"table"' in body and b'"library"' in body for body in bodies))
        window.turns(0.2)
        after = screen.picture(window.id, size).astype(int)
        x, y = WIDTH // 2, TOP + HEIGHT // 2

        def differs(dx, dy):
            return abs(after[y + dy, x + dx] - before[y + dy, x + dx]).sum() > 20
        # A square of 52 points on a corner: 36 points beside the middle, and 20 beside it diagonally.
        assert differs(31, 0) and differs(-31, 0) and differs(0, -31)
        assert not differs(28, -28) and not differs(-28, -28)
        window.close()
