"""The sound designer's bench, through X: oscilloscope and spectrum, and the manual."""
import pytest

from conftest import BUILD
from live_frame import OUTPUT, read
from lv2host import Plugin
from test_habits import opened
from test_session_by_hand import BAR_FROM, BAR_TO, SOUND
from window import Screen

# On a window of 800 × 500 points: the meter of the strip, and the middles of oscilloscope and spectrum beside it.
METER, STRIP = (788, 450), (slice(405, 498), slice(320, 775))


@pytest.fixture(scope="module")
def screen():
    with Screen() as screen:
        yield screen
        assert screen.errors == 0


def test_the_output_is_drawn_while_it_is_shown(screen):
    with Plugin(longest_block=256) as plugin:
        window = opened(screen, plugin, SOUND)
        bodies = window.listen()

        def has_samples():
            return [bool(read(body)["mask"] >> OUTPUT & 1) for body in bodies if body[:3] == b"TLF"]
        window.turns(0.5)
        assert not any(has_samples()), "closed, it costs nothing"
        screen.hand("mousemove", *METER, "click", 1)
        window.until(lambda: any(has_samples()))
        window.turns(0.5)
        silent = screen.picture(window.id)[STRIP].astype(int)
        plugin.event([0x90, 57, 100])
        window.turns(0.7)
        sounding = screen.picture(window.id)[STRIP].astype(int)
        changed = (abs(sounding - silent) > 30).any(axis=2)
        assert changed[:, :220].sum() > 400, "the oscilloscope shows the note"
        assert changed[:, 230:].sum() > 1000, "the spectrum shows the note"
        plugin.event([0x80, 57, 0])
        screen.hand("mousemove", *METER, "click", 1)
        window.turns(0.6)
        bodies.clear()
        window.turns(0.5)
        assert has_samples() and not any(has_samples())
        window.close()


def test_f1_opens_the_manual_at_the_control(screen):
    manual = BUILD / "tactus.lv2" / "manual" / "parameters.md"
    assert "`osc_a_level`" in manual.read_text(), "the bundle has the manual"
    with Plugin(longest_block=256) as plugin:
        window = opened(screen, plugin, SOUND)
        before = screen.picture(window.id).astype(int)
        screen.hand("mousemove", *BAR_FROM)
        window.turns(0.2)
        screen.hand("key", "F1")
        window.until(lambda: (abs(screen.picture(window.id).astype(int) - before) > 30).any(axis=2).mean() > 0.08)
        count = len(window.edits)
        # Nothing below the page is pressed.
        screen.hand("mousemove", *BAR_TO, "click", 1)
        window.turns(0.3)
        assert len(window.edits) == count
        screen.hand("key", "Escape")
        window.turns(0.3)
        after = screen.picture(window.id).astype(int)
        assert (abs(after - before) > 30).any(axis=2).mean() < 0.05
        window.close()
