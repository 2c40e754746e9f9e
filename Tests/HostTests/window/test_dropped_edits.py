"""An edit that a host drops on its way is sent again, in its order and applied once; the window tells of an
instance that never answers."""
import struct

import pytest

from conftest import figure
from lv2host import TOUCH, Plugin
from test_session_by_hand import BAR_FROM, BAR_TO, SOUND, UNDO
from window import Screen, Window


PARAMETER = 18  # the kind of an event


@pytest.fixture(scope="module")
def screen():
    with Screen() as screen:
        yield screen
        assert screen.errors == 0


def drag(screen, window):
    screen.hand("mousemove", *SOUND, "click", 1)
    window.turns(0.3)
    screen.hand("mousemove", *BAR_FROM, "mousedown", 1, "mousemove", *BAR_TO)


def test_what_is_dropped_comes_again(screen):
    with Plugin(longest_block=256) as plugin:
        Counted.drops = lambda number: number == 1
        window = Counted(screen, plugin)
        window.turns(0.5)
        drag(screen, window)
        screen.hand("mouseup", 1)
        window.turns(0.3)
        bodies = window.listen()
        window.until(lambda: any(b'"client"' in body and b'"revision"' in body for body in bodies))
        figure(f"{len(window.edits)} edits of a drag were sent after the first had been dropped")
        assert len(window.edits) > 1
        before = len(window.edits)
        window.turns(1.5)
        assert len(window.edits) == before, "what was answered is sent again"
        assert any(b'"osc_a_level"' in body for body in bodies)
        window.close()


def test_a_plugin_that_never_answers_is_told_of(screen):
    with Plugin(longest_block=256) as plugin:
        Counted.drops = lambda number: True
        window = Counted(screen, plugin)
        window.turns(0.5)

        def arrow():
            """How bright the arrow of undo is."""
            x, y = UNDO
            return screen.picture(window.id).astype(int)[y - 8:y + 9, x - 8:x + 9].max()
        gray = arrow()
        drag(screen, window)
        screen.hand("mouseup", 1)
        window.until(lambda: len(window.edits) > 3)
        # Undo is offered before any answer, and no longer when the edits are given up.
        window.turns(0.1)
        assert arrow() > gray + 40
        window.turns(4)
        window.until(lambda: arrow() < gray + 20)
        before, picture = len(window.edits), screen.picture(window.id)
        window.turns(1.5)
        assert len(window.edits) == before, "it goes on for ever"
        assert picture.any()
        window.close()


class Counted(Window):
    """A window that keeps its edits, and drops some of them."""
    drops = None

    def __init__(self, *arguments, **options):
        self.edits = []
        super().__init__(*arguments, **options)

    def write(self, controller, port, size, protocol, data):
        before = len(self.written)
        super().write(controller, port, size, protocol, data)
        if len(self.written) > before and self.is_edit(self.written[-1]):
            self.edits.append(self.written[-1])
            if Counted.drops(len(self.edits)):
                self.written.pop()

    def is_edit(self, message):
        """Whether it is the packet of an edit, or the event that stands for one."""
        kind, word = struct.unpack_from("=II", message, 4)
        return message[8:].startswith(b"/tactus/patch/edit\0") or (kind, word) == (self.urid(TOUCH), PARAMETER)
