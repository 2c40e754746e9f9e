"""Modulation by drag and drop, through X: a source onto a bar, its ring for the amount, a click that opens it."""
import pytest

from lv2host import Plugin
from test_habits import opened
from test_session_by_hand import BAR_FROM, SOUND
from window import Screen

# On a window of 800 × 500 points: the button that shows the sources, the second source (LFO 1), the ring of the
# first connection above the second bar.
SOURCES, LFO, RING = (646, 72), (100, 176), (616, BAR_FROM[1] - 27)


@pytest.fixture(scope="module")
def screen():
    with Screen() as screen:
        yield screen
        assert screen.errors == 0


def test_a_source_is_dragged_onto_a_bar_and_its_ring_sets_the_amount(screen):
    with Plugin(longest_block=256) as plugin:
        window = opened(screen, plugin, SOUND)
        hand = screen.hand
        bodies = window.listen()
        hand("mousemove", *SOURCES, "click", 1)
        window.turns(0.3)
        hand("mousemove", *LFO, "mousedown", 1, "mousemove", 300, 190)
        window.turns(0.2)
        before = screen.picture(window.id)
        hand("mousemove", *BAR_FROM)
        window.turns(0.2)
        assert (screen.picture(window.id) != before).any(), "what is carried does not follow the pointer"
        assert not window.edits, "nothing is connected before it is dropped"
        hand("mouseup", 1)
        window.until(lambda: any(b'"lfo_1"' in edit and b'"osc_a_level"' in edit for edit in window.edits))
        window.until(lambda: any(b'"lfo_1"' in body for body in bodies))
        window.turns(0.5)
        count = len(window.edits)
        hand("mousemove", *RING, "mousedown", 1, "mousemove", RING[0] - 100, RING[1])
        window.until(lambda: any(b'"amount"' in edit for edit in window.edits[count:]))
        hand("mouseup", 1)
        window.turns(1.2)
        # A click on the ring opens *Matrix*.
        count = len(window.edits)
        before = screen.picture(window.id)
        hand("mousemove", *RING, "click", 1)
        window.turns(0.5)
        after = screen.picture(window.id)
        assert (after[60:360] != before[60:360]).any(axis=2).mean() > 0.05
        assert len(window.edits) == count, "a click changes nothing"
        window.close()


def test_a_tip_appears_where_the_mouse_rests(screen):
    with Plugin(longest_block=256) as plugin:
        window = opened(screen, plugin, SOUND)
        before = screen.picture(window.id)
        screen.hand("mousemove", *BAR_FROM)
        # The mark under the mouse is smaller than a tip.
        window.until(lambda: (screen.picture(window.id) != before).any(axis=2).sum() > 3000)
        # A press takes it away.
        screen.hand("click", 1)
        window.until(lambda: (screen.picture(window.id) != before).any(axis=2).sum() < 3000)
        window.close()
