"""A relation composed by hand on *Play*, through X: two fingers are put down and touched, their distance is chosen
and named; the instrument computes it, and undo takes it away."""
import math

import pytest

from conftest import figure
from live_frame import CONTROLLER, CONTROLLERS, HELLO, frames, hello
from lv2host import Plugin
from window import Screen, Window

# On a window of 800 × 500 points, the surface between tabs and bars: its top and bottom, the button, two places,
# the first function that fits, and the arrow in the bar.
TOP, BOTTOM, NEW, ONE, TWO, DISTANCE, UNDO = 48, 438, (60, 72), (250, 300), (550, 170), (50, 476), (744, 24)


@pytest.fixture(scope="module")
def screen():
    with Screen() as screen:
        yield screen
        assert screen.errors == 0


def test_a_distance_is_composed_named_and_undone(screen):
    with Plugin(longest_block=256) as plugin:
        window = Window(screen, plugin)
        window.turns(0.4)
        hand, bodies = screen.hand, window.listen()
        for number, place in enumerate((ONE, TWO), 1):
            hand("mousemove", *place, "keydown", "Shift_L", "mousedown", 1)
            window.until(lambda: plugin["live_count"] == number)
            hand("mouseup", 1, "keyup", "Shift_L")
            window.turns(0.6)
        assert plugin["live_count"] == 2, "fingers of a mouse stay with Shift"
        hand("mousemove", *NEW, "click", 1)
        window.turns(0.3)
        before = screen.picture(window.id)
        for place in (ONE, TWO):
            hand("mousemove", *place, "click", 1)
            window.turns(0.5)
        lit = (screen.picture(window.id) != before).any(axis=2)
        for x, y in (ONE, TWO):
            assert lit[y - 26:y + 26, x - 26:x + 26].sum() > 60, "a chosen point lights up"
        assert plugin["live_count"] == 2, "while points are chosen, nothing plays"
        assert not any(b'"user"' in body for body in bodies)
        hand("mousemove", *DISTANCE, "click", 1)
        window.turns(0.3)
        hand("key", "ctrl+a", "type", "Wingspan")
        hand("key", "Return")
        window.until(lambda: any(b"distance(touch_1, touch_2)" in body for body in bodies))
        window.until(lambda: any(b'"1": "Wingspan"' in body for body in bodies))
        # The value of the newest voice, in diagonals of 4 : 3.
        (x1, y1), (x2, y2) = ((x / 800, 1 - (y - TOP) / (BOTTOM - TOP)) for x, y in (ONE, TWO))
        expected = math.hypot((x2 - x1) * 4, (y2 - y1) * 3) / 5
        seen = []

        def shown():
            plugin.event(hello(CONTROLLERS, source=99), kind=HELLO)
            window.turn()
            seen.extend(frame[CONTROLLERS][CONTROLLER["user_1"]][0] for frame in frames(plugin)
                        if CONTROLLERS in frame)
            return seen and abs(seen[-1] - expected) < 0.01
        window.until(shown)
        figure(f"a distance composed by hand is {seen[-1]:.4f}, {expected:.4f} by its places")
        assert plugin.patch()["user_names"] == {"1": "Wingspan"}
        hand("mousemove", *UNDO, "click", 1)
        window.until(lambda: "user" not in plugin.patch() and "user_names" not in plugin.patch())
        window.close()
