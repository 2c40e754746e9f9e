"""The habits that musicians bring from other synthesizers, in one table: docs/window.md lists them, and the window under
X and the page in Chromium are driven through each by `hand`, which finds controls by their names.

Each begins with an empty patch on *Sound* with oscillator A."""
from typing import Callable, NamedTuple

import pytest

LEVEL, WAVE, DETUNE, CUTOFF = "Oscillator A level", "Oscillator A wave", "Oscillator A detune", "Filter 1 cutoff"
USUAL = 0.6  # of the level


class Habit(NamedTuple):
    name: str
    """As in the first column of the table."""
    test: Callable


HABITS = []


def habit(name):
    def add(test):
        HABITS.append(Habit(name, test))
        return test
    return add


# What habits share.

def level(hand):
    return hand.patch().get("parameters", {}).get("osc_a_level", USUAL)


def setting(hand, symbol):
    return hand.patch().get("parameters", {}).get(symbol)


def connections(hand):
    return [(one["source"], one["destination"]) for one in hand.patch()["connections"]]


def changed(hand, act):
    """By how much an act changes the level."""
    before = level(hand)
    act()
    hand.until(lambda: level(hand) != before)
    return level(hand) - before


def dragged(hand, way, held=None):
    return changed(hand, lambda: hand.drag(LEVEL, way, held))


def connect(hand, source="LFO 2", target=LEVEL):
    count = len(connections(hand))
    hand.carry(source, target)
    hand.until(lambda: len(connections(hand)) == count + 1)
    return connections(hand)[-1]


# The table.

@habit("Drag a bar")
def drag(hand):
    hand.press(LEVEL)
    hand.rest(0.5)
    assert level(hand) == USUAL, "a click changes nothing"
    first, second = dragged(hand, -40), dragged(hand, -20)
    assert first < 0 and first == pytest.approx(2 * second, rel=0.1)


@habit("Shift: fine")
def shift(hand):
    assert dragged(hand, -60, "shift") == pytest.approx(0.3 * dragged(hand, -20), rel=0.2)


@habit("Ctrl: fine")
def control(hand):
    assert dragged(hand, -60, "ctrl") == pytest.approx(0.3 * dragged(hand, -20), rel=0.2)


@habit("Wheel")
def wheel(hand):
    assert changed(hand, lambda: hand.wheel(LEVEL, 1)) == pytest.approx(0.01, abs=1e-4)
    hand.rest(0.5)
    assert changed(hand, lambda: hand.wheel(LEVEL, -1)) == pytest.approx(-0.01, abs=1e-4)


@habit("Shift with the wheel")
def fine_wheel(hand):
    assert changed(hand, lambda: hand.wheel(LEVEL, 1, "shift")) == pytest.approx(0.001, abs=1e-4)


@habit("Wheel over a list")
def scroll(hand):
    before = hand.rows()
    hand.wheel("sources", -3)
    hand.until(lambda: hand.rows() != before)
    # Down shows what was below: nothing is above the beginning.
    hand.wheel("sources", 9)
    hand.until(lambda: hand.rows() == before)


@habit("Double-click")
def reset(hand):
    dragged(hand, -40)
    hand.rest(0.5)
    hand.press(LEVEL, count=2)
    hand.until(lambda: level(hand) == pytest.approx(USUAL))


@habit("Return or F2")
def typed(hand):
    for key, text, value in (("F2", "25 %", 0.25), ("Return", "0.5", 0.5)):
        hand.focus(LEVEL)
        hand.key(key)
        hand.type(text)
        hand.key("Return")
        hand.until(lambda: level(hand) == pytest.approx(value))


@habit("Units")
def units(hand):
    hand.press(DETUNE, button=3)
    hand.item(0, "Type a value…")
    hand.type("0.2 st")
    hand.key("Return")
    hand.until(lambda: setting(hand, "osc_a_cents") == pytest.approx(20))


@habit("Right-click")
def menu(hand):
    dragged(hand, -40)
    hand.press(LEVEL, button=3)
    hand.item(1, "Reset to 0.60")
    hand.until(lambda: level(hand) == pytest.approx(USUAL))
    hand.press(LEVEL, button=3)
    hand.item(4, "Connect a controller…")
    hand.type("spread")
    hand.key("Return")
    hand.until(lambda: ("group_spread", "osc_a_level") in connections(hand))


@habit("Copy and paste a value")
def copied(hand):
    dragged(hand, -40)
    value = level(hand)
    hand.press(LEVEL, button=3)
    hand.item(2, f"Copy {value:.2f}")
    dragged(hand, -20)
    hand.press(LEVEL, button=3)
    hand.item(3, "Paste")
    hand.until(lambda: level(hand) == pytest.approx(value, abs=0.006))


@habit("Arrows, Page, Home, End")
def keys(hand):
    hand.focus(LEVEL)
    for key, value in (("Right", 0.61), ("Down", 0.6), ("Prior", 0.7), ("End", 1), ("Next", 0.9), ("Home", 0)):
        hand.key(key)
        hand.until(lambda: level(hand) == pytest.approx(value, abs=1e-4))


@habit("Delete")
def delete(hand):
    dragged(hand, -40)
    hand.focus(LEVEL)
    hand.key("Delete")
    hand.until(lambda: level(hand) == pytest.approx(USUAL))


@habit("Click a value with names")
def named(hand):
    hand.press(WAVE)
    hand.type("tri")
    hand.key("Return")
    hand.until(lambda: setting(hand, "osc_a_wave") == "triangle")


@habit("Click the text of a value")
def value_text(hand):
    hand.press(f"{WAVE}: value")
    hand.type("tri")
    hand.key("Return")
    hand.until(lambda: setting(hand, "osc_a_wave") == "triangle")


@habit("Click beside the dialog")
def beside(hand):
    hand.press(f"{LEVEL}: value")
    hand.type("0.25")
    hand.press_beside()
    hand.until(lambda: level(hand) == pytest.approx(0.25))


@habit("Drag a source onto a bar")
def modulate(hand):
    assert connect(hand) == ("lfo_2", "osc_a_level")


@habit("Pause over an object or tab")
def doors(hand):
    hand.carry("LFO 2", CUTOFF, by="Filter 1")
    hand.until(lambda: ("lfo_2", "filter_1_cutoff") in connections(hand))


@habit("Escape")
def escape(hand):
    count = len(connections(hand))
    hand.carry("LFO 2", LEVEL, drops=False)
    hand.key("Escape")
    hand.let_go()
    hand.rest(0.3)
    assert len(connections(hand)) == count


@habit("Beats in the list of sources")
def beats(hand):
    hand.wheel("LFO 2 beats", 2)
    hand.until(lambda: setting(hand, "lfo_2_beats") not in (None, "free"))


@habit("Drag a ring")
def ring(hand):
    connect(hand)
    place = "Amount of LFO 2 to Oscillator A level"
    before = hand.patch()["connections"][-1].get("amount", 1)
    hand.drag(place, -60)
    hand.until(lambda: hand.patch()["connections"][-1].get("amount", 1) < before)


@habit("Drag a modulated bar")
def ranges(hand):
    connect(hand)
    before, base = hand.patch()["connections"][-1], level(hand)
    hand.drag(LEVEL, -40)

    def has_followed():
        after, way = hand.patch()["connections"][-1], level(hand) - base
        moved = [after.get(end, usual) - before.get(end, usual) for end, usual in (("low", 0), ("high", 1))]
        return way < -0.05 and moved == pytest.approx([way, way], abs=0.002)
    hand.until(has_followed)
    hand.press("Undo")
    hand.until(lambda: level(hand) == base and hand.patch()["connections"][-1] == before)


@habit("Press the disc of an object")
def switch(hand):
    hand.press("LFO 2 on")
    hand.until(lambda: connections(hand)[-1] == ("lfo_2", "filter_1_cutoff"))
    hand.show_sound()
    hand.press("FM pair on")
    hand.until(lambda: setting(hand, "fm_level") == pytest.approx(0.6))
    hand.press("FM pair on")
    hand.until(lambda: hand.patch().get("objects") == {"fm": False})


@habit("Learn")
def learn(hand):
    hand.press(LEVEL, button=3)
    hand.item(5, "Learn: move a controller")
    hand.play()
    hand.candidate()
    hand.until(lambda: any(target == "osc_a_level" for _, target in connections(hand)))


@habit("Undo and redo")
def undo(hand):
    first = hand.patch()
    dragged(hand, -40)
    connect(hand)
    last = hand.patch()
    for _ in range(2):
        hand.press("Undo")
        hand.rest(0.3)
    hand.until(lambda: hand.patch() == first)
    for _ in range(2):
        hand.press("Redo")
        hand.rest(0.3)
    hand.until(lambda: hand.patch() == last)
    hand.step("z")
    hand.until(lambda: hand.patch() != last)
    hand.step("y")
    hand.until(lambda: hand.patch() == last)


@habit("A/B")
def compare(hand):
    first = level(hand)
    hand.press("A/B")
    hand.rest(0.3)
    dragged(hand, -40)
    hand.press("A/B")
    hand.until(lambda: level(hand) == first)


@habit("A dot at the name")
def dot(hand):
    before = hand.title()
    dragged(hand, -40)
    hand.until(lambda: hand.title() != before)
    hand.press("Undo")
    hand.until(lambda: hand.title() == before)


@habit("Previous and next")
def neighbors(hand):
    hand.press("Next")
    hand.until(lambda: hand.patch()["name"] != "Init")
    hand.press("Undo")
    hand.until(lambda: hand.patch()["name"] == "Init")


@habit("Rest the mouse")
def tip(hand):
    hand.leave()
    before = hand.picture()
    hand.hover(LEVEL)
    # The mark under the mouse is smaller than a tip.
    hand.until(lambda: (hand.picture() != before).any(axis=2).sum() > 3000)


@habit("F1")
def manual(hand):
    hand.leave()
    before = hand.picture()
    hand.hover(LEVEL)
    hand.help()
    # The page covers most of the screen.
    hand.until(lambda: (hand.picture() != before).any(axis=2).mean() > 0.08)
    hand.key("Escape")
    hand.leave()
    hand.until(lambda: (hand.picture() != before).any(axis=2).mean() < 0.05)


@habit("Favorites")
def favorite(hand):
    hand.find_in_library("glass marimba")
    assert not hand.is_favorite("glass_marimba")
    hand.press("Favorite")
    hand.until(lambda: hand.is_favorite("glass_marimba"))
    hand.press("Favorite")
    hand.until(lambda: not hand.is_favorite("glass_marimba"))


@habit("Browse samples")
def browse(hand):
    first = hand.patch()
    hand.press("Samples")
    hand.press("Choose a sample…")
    hand.press("Tactus")
    hand.press("small_bell.wav")
    hand.until(hand.sounds)
    assert hand.patch() == first, "what is heard changes nothing"
    hand.press("small_bell.wav")
    hand.until(lambda: [one["file"] for one in hand.patch().get("samples", [])] == ["small_bell.wav"])
    assert setting(hand, "sample_level") == pytest.approx(0.6)


@habit("Share")
def share(hand):
    hand.press("Share")
    hand.until(lambda: hand.clipboard().startswith("tp1."))
    hand.close_code()


@habit("Drop a file")
def drop(hand):
    hand.drop("third.scl", "! third.scl\nthirds\n3\n 400.\n 800.\n 2/1\n")
    hand.until(lambda: "thirds" in str(hand.patch().get("tuning", "")))


@habit("Save as")
def save(hand):
    for is_there in (False, True):
        hand.save_as("habit")
        if is_there:
            hand.answer("Replace")
        hand.until(lambda: hand.patch()["name"] == "habit" and hand.saved("habit") == level(hand))
        hand.show_sound()
        if not is_there:
            dragged(hand, -40)


@habit("Copy and paste an object")
def copied_object(hand):
    dragged(hand, -40)
    hand.press("Oscillator A", button=3)
    hand.item(0, "Copy")
    hand.press("Oscillator B", button=3)
    hand.item(1, "Paste")
    hand.until(lambda: setting(hand, "osc_b_level") == pytest.approx(level(hand)))
