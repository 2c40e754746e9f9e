"""The sound designer's bench, through X: oscilloscope and spectrum, the manual, the handles of effects."""
import math

import pytest

from conftest import BUILD
from live_frame import OUTPUT, read
from lv2host import Plugin
from test_habits import Hand, opened
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


def test_a_handle_of_the_equalizer_sets_frequency_and_gain(tmp_path):
    # On a window of 1100 × 700 points: the equalizer among the objects, and its picture without the margins.
    equalizer, (left, right), (top, bottom) = (215, 499), (461, 862), (68, 192)
    with Screen("1100x700x24") as screen, Plugin(longest_block=256) as plugin:
        hand = Hand(screen, plugin, tmp_path)
        hand.begin()
        hand.do("mousemove", *equalizer, "click", 1)
        hand.leave()
        hand.rest(0.3)
        before = hand.picture()[top:bottom, left:right].astype(int)
        # The bell at rest: 1 kHz on 20 Hz to 20 kHz, 0 dB in the middle of ±20 dB.
        x = round(left + (right - left) * math.log(1000 / 20, 1000))
        hand.do("mousemove", x, 130, "mousedown", 1)
        hand.do("mousemove", x + 40, 115)
        hand.do("mousemove", x + 100, 99)
        hand.do("mouseup", 1)
        hand.until(lambda: hand.patch().get("parameters", {}).get("eq_middle", 0) > 8)
        found = hand.patch()["parameters"]
        hertz = 20 * 1000 ** ((x + 100 - left) / (right - left))
        print(f"dragged to {hertz:.0f} Hz, 10 dB: {found['eq_frequency']} Hz, {found['eq_middle']} dB")
        assert found["eq_frequency"] == pytest.approx(hertz, rel=0.03)
        assert found["eq_middle"] == pytest.approx(10, abs=0.4)
        # The curve rises where the bell is now.
        hand.leave()
        hand.rest(0.3)
        changed = (abs(hand.picture()[top:bottom, left:right].astype(int) - before) > 30).any(axis=2)
        bell = x + 100 - left
        assert changed[25:40, bell - 12:bell + 12].any(), "the curve follows"
        # It is audible now, so its line has another color; the lows stay in the middle.
        assert not changed[:56, 20:60].any()
        hand.window.close()
        assert screen.errors == 0
