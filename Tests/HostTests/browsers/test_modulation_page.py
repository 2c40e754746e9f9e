"""Modulation by drag and drop, in a real Chromium: by a finger and by a mouse."""
import pytest

from chromium import browser  # noqa: F401
from solo import LINE, begun, patch, site  # noqa: F401


@pytest.mark.parametrize("is_finger", [True, False])
def test_a_source_is_dragged_onto_a_bar(browser, site, is_finger):
    page = begun(browser.page(f"{site.address}?screen=sound", 1280, 800))
    page.until(f"{LINE}.isOpen")
    page.js(f"{LINE}.ask('/tactus/patch/load', 's', 'glass_pad')")
    page.until("!!" + element("LFO 2"))
    before = patch(page)["connections"]
    source, target = page.control("LFO 2"), page.control("Oscillator A pitch")
    # Sideways first: a finger that moves up or down scrolls.
    way = [source, (source[0] - 30, source[1]), ((source[0] + target[0]) / 2, target[1]), target]
    if is_finger:
        page.touch("start", [(0, *way[0])])
        for place in way[1:]:
            page.touch("move", [(0, *place)])
        page.touch("end", [])
    else:
        for kind, place in [("mousePressed", way[0]), *(("mouseMoved", place) for place in way[1:]),
                            ("mouseReleased", way[-1])]:
            page("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", buttons=1,
                 clickCount=1)
    page.until("!!" + element("Amount of LFO 2 to Oscillator A pitch"))
    after = patch(page)["connections"]
    assert len(after) == len(before) + 1
    new = after[-1]
    assert (new["source"], new["destination"]) == ("lfo_2", "osc_a_semitones")
    # Two semitones to each side of the base value.
    assert new["high"] - new["low"] == pytest.approx(4, abs=0.05)
    assert not page.errors, page.errors
    page.close()


def element(name):
    return f"[...document.querySelectorAll('#mirror > *')].find(e => e.ariaLabel === '{name}')"
