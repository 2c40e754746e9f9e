"""What hands know from other instruments, through X: drag and fine drag, wheel, double click, menu, typing, lists."""
import struct

import pytest

from lv2host import Plugin
from test_dropped_edits import PARAMETER, Counted
from test_session_by_hand import BAR_FROM, LIBRARY, SOUND
from window import Screen

# The least size of text of the menu at a point, from its upper left corner: its first item.
FIRST_ITEM = (60, 46)


@pytest.fixture(scope="module")
def screen():
    with Screen() as screen:
        yield screen
        assert screen.errors == 0


def opened(screen, plugin, tab):
    Counted.drops = lambda number: False
    window = Counted(screen, plugin)
    window.turns(0.5)
    screen.hand("mousemove", *tab, "click", 1)
    window.turns(0.3)
    return window


def bases(window):
    """The base values that were sent as events."""
    found = []
    for message in window.edits:
        if struct.unpack_from("=I", message, 8)[0] == PARAMETER:
            found.append(struct.unpack_from("=f", message, 8 + 12)[0])
    return found


def test_a_value_is_dragged_turned_reset_and_typed(screen):
    with Plugin(longest_block=256) as plugin:
        window = opened(screen, plugin, SOUND)
        hand = screen.hand
        x, y = BAR_FROM

        def after(*words):
            count = len(bases(window))
            hand(*words)
            window.until(lambda: len(bases(window)) > count)
            window.turns(0.6)
            return bases(window)[-1]

        def drag(way):
            value = after("mousemove", x, y, "mousedown", 1, "mousemove", x + way, y)
            hand("mouseup", 1)
            window.turns(0.6)
            return value
        hand("mousemove", x, y, "click", 1)
        window.turns(0.6)
        assert not window.edits, "a click changes nothing"
        first = drag(-40)
        second = drag(-20)
        step = (first - second) / 20
        assert step > 0
        hand("keydown", "shift")
        fine = drag(-50)
        hand("keyup", "shift")
        assert abs(second - fine - 5 * step) < 0.3 * step
        hand("keydown", "ctrl")
        finer = drag(-50)
        hand("keyup", "ctrl")
        assert abs(fine - finer - 5 * step) < 0.3 * step
        assert abs(after("mousemove", x, y, "click", 4) - finer - 0.01) < 1e-4
        assert abs(after("click", 5) - finer) < 1e-4
        hand("keydown", "shift")
        assert abs(after("click", 4) - finer - 0.001) < 1e-4
        hand("keyup", "shift")
        usual = after("click", "--repeat", 2, "--delay", 60, 1)
        assert usual == pytest.approx(0.6)
        # The menu's first item types a value.
        before = screen.picture(window.id)
        hand("mousemove", x, y, "click", 3)
        window.turns(0.3)
        assert (screen.picture(window.id) != before).any(axis=2).sum() > 20_000, "no menu is open"
        hand("mousemove", min(x + FIRST_ITEM[0], 780), y + FIRST_ITEM[1], "click", 1)
        window.turns(0.4)
        for key in ("2", "5", "percent"):
            hand("key", key)
        window.turns(0.2)
        assert after("key", "Return") == pytest.approx(0.25)
        window.close()


def test_down_scrolls_down(screen):
    with Plugin(longest_block=256) as plugin:
        window = opened(screen, plugin, LIBRARY)
        window.until(lambda: len(set(screen.picture(window.id)[190:440, 180:420].tobytes())) > 12)
        window.turns(0.5)
        # Below what is compared, because the row under the pointer has another color.
        screen.hand("mousemove", 300, 450)
        window.turns(0.3)
        before = screen.picture(window.id)
        screen.hand("click", 5)
        window.turns(0.3)
        after = screen.picture(window.id)
        part = slice(190, 420)
        assert (before[200:360, part] != after[200:360, part]).any(axis=2).mean() > 0.01
        # What was 40 points below.
        same = (before[200:360, part] == after[160:320, part]).all(axis=2).mean()
        assert same > 0.8, same
        window.close()
