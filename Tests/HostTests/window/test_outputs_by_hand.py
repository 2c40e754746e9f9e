"""The tab *Out* of *Matrix* by hand, through X: outputs are added, changed, dropped onto, switched off and removed.
Each change is compared with the saved patch, and with the MIDI that leaves or the OSC that arrives."""
import json
import math
import pathlib
import subprocess
import sys

import numpy
import pytest

from conftest import figure
from lv2host import BEGAN, MOVED, TOUCH, Plugin, touch
from window import Screen, Window

RATE, BLOCK = 48000, 256
# On a window of 1100 × 700 points: the tabs, the buttons and the shelf; the shelf of *Sound*, and the first candidate
# of *Learn*.
SIZE = (1100, 700)
SOUND, MATRIX, OUT, ADD, UNDO = (520, 24), (591, 24), (1056, 72), (45, 72), (1044, 24)
SEARCH, FIRST_SOURCE, SHELF = (110, 112), (80, 145), (slice(160, 550), slice(16, 206))
SOUND_SOURCE, LEARN, CANDIDATE, CARDS = (985, 300), (115, 72), (480, 72), (591, 300)
CANDIDATE_FRAME = (slice(54, 90), slice(420, 540))
# The list of destinations; from a click with the right button to the first item of the menu.
CONTROL_CHANGE, OSC, TYPE_A_VALUE = (405, 158), (405, 474), (60, 49)
# The first card while it is open, with a control change; the one below it while the first one is closed. A card's
# title, the ends of its bar, the part of the title that the value needs.
TITLE, LEFT, RIGHT, BAR, SECOND_BAR, FREE = (600, 126), 238, 1068, 154, 259, (700, 530)
TITLES, VALUE = (slice(112, 140), slice(236, 500)), (slice(112, 140), slice(1000, 1072))
COUNTS = (slice(170, 192), slice(236, 1072))
NUMBER, CHANNEL, RISE, FALL, PACE = (300, 214), (560, 214), (850, 252), (300, 290), (1000, 290)
ON, REMOVE, ADDRESS = (374, 329), (653, 367), (653, 367)
FIELD = 271  # the width of a setting
# *Patch*: the outputs, the first one, its texts.
PATCH_OUTPUTS, PATCH_FIRST, PATCH_DESTINATION, PATCH_ADDRESS = (55, 467), (600, 76), (700, 220), (700, 256)
# The strip below: its width.
STRIP, MIDDLE = 1068, 620
PLAIN = {"version": 1, "name": "Init", "sound": False, "mpe_out": False, "connections": []}
PRESSURE = {"source": "touch_pressure", "to": "cc", "number": 20}


class Outputs:
    """A window with *Matrix*. *Out* is open if the patch has outputs, because it has no connections."""

    def __init__(self, screen, plugin, *outputs):
        document = {**PLAIN, "outputs": list(outputs)} if outputs else PLAIN
        assert plugin.calls.host_restore_document(plugin.host, b"patch", json.dumps(document).encode())
        self.screen, self.plugin = screen, plugin
        self.window = Window(screen, plugin, parent=screen.parent(*SIZE))
        screen.resize(self.window.id, *SIZE)
        self.window.turns(0.5)
        self.bodies = self.window.listen()
        self.click(MATRIX)

    def click(self, place, button=1):
        self.do("mousemove", *place, "click", button)
        self.window.turns(0.3)

    def do(self, *words):
        self.screen.hand(*words)
        self.window.turns(0.09)

    def type(self, text):
        self.do("key", "ctrl+a")
        self.do("type", "--delay", 15, text)
        self.do("key", "Return")
        self.window.turns(0.3)

    def drag(self, place, *ways, held=()):
        """Drags from a place by a way, in points; the last of several ways is where it ends."""
        x, y = place
        self.do("mousemove", x, y, "mousedown", 1)
        for way in ways:
            self.do("mousemove", x + way, y)
        self.do(*held, "mouseup", 1)

    def carry(self, *places, source=FIRST_SOURCE):
        """Carries a source by way of some places, with a rest at each."""
        self.do("mousemove", *source, "mousedown", 1)
        for x, y in ((300, 300), *places):
            self.do("mousemove", x, y)
            self.window.turns(0.6)
        self.do("mouseup", 1)
        self.window.turns(0.3)

    def saved(self):
        return self.plugin.patch().get("outputs", [])

    def until(self, condition):
        self.window.until(condition, 20)

    def midi(self):
        """The control changes that have left so far: channel, number, value."""
        return [(body[0] - 0xAF, body[1], body[2]) for body in self.bodies
                if len(body) == 3 and body[0] & 0xF0 == 0xB0]

    def sent(self, action):
        """The control changes that leave while something is done, and for half a second after it."""
        before = len(self.midi())
        action()
        self.window.turns(0.5)
        return self.midi()[before:]

    def press_touch(self, number, pressure, kind=MOVED):
        self.plugin.event(touch(kind, number, 0.2 + 0.3 * number, 0.5, pressure), kind=TOUCH)

    def picture(self):
        return self.screen.picture(self.window.id, SIZE).astype(int)

    def shown(self, bar=BAR):
        """The value that the disc on a bar shows, 0…127: the middle of its widest gray part."""
        rows = self.picture()[bar - 5:bar + 6]
        gray = (rows.min(axis=2) > 130) & (rows.max(axis=2) - rows.min(axis=2) < 40)
        tall = numpy.flatnonzero(gray.sum(axis=0)[LEFT - 8:RIGHT + 8] >= 5) + LEFT - 8
        runs = numpy.split(tall, numpy.flatnonzero(numpy.diff(tall) > 1) + 1)
        disc = max(runs, key=len)
        assert 6 <= len(disc) <= 16, f"no disc at {bar}"
        return ((disc[0] + disc[-1] + 1) / 2 - LEFT) / (RIGHT - LEFT) * 127

    def colored(self, place):
        """The pixels of an area in the color of sources, which is orange, and in that of texts."""
        red, green, blue = numpy.moveaxis(self.picture()[place], 2, 0)
        return (((red > 150) & (red - blue > 90)).sum(),
                ((red > 150) & (abs(red - blue) < 40) & (abs(red - green) < 40)).sum())


@pytest.fixture(scope="module")
def screen():
    with Screen("1100x700x24") as screen:
        yield screen
        assert screen.errors == 0


@pytest.fixture
def outputs(screen):
    """Opens a window with some outputs."""
    opened = []
    with Plugin(longest_block=BLOCK) as plugin:
        def open_with(*some):
            opened.append(Outputs(screen, plugin, *some))
            return opened[-1]
        yield open_with
        for one in opened:
            one.window.close()


def test_an_output_is_added_with_its_number_and_channel(outputs):
    out = outputs()
    out.click(OUT)
    assert out.saved() == []
    out.click(ADD)
    out.do("type", "--delay", 15, "touch pressure")
    out.do("key", "Return")
    assert out.saved() == [], "a source alone is no output"
    out.click(CONTROL_CHANGE)
    out.until(lambda: out.saved() == [{"source": "touch_pressure", "to": "cc", "number": 1}])
    out.click(NUMBER, 3)
    out.click((NUMBER[0] + TYPE_A_VALUE[0], NUMBER[1] + TYPE_A_VALUE[1]))
    out.type("74")
    out.until(lambda: out.saved()[0]["number"] == 74)
    # Fifteen steps in the width of a setting: five of them.
    out.drag(CHANNEL, 60, round(FIELD / 3))
    out.until(lambda: out.saved()[0].get("channel") == 6)
    assert out.saved() == [{"source": "touch_pressure", "to": "cc", "number": 74, "channel": 6}]

    # With two touches, that of the one which began last.
    def press(kind, *pressures):
        for number, pressure in enumerate(pressures):
            out.press_touch(number, pressure, kind)
    assert out.sent(lambda: press(BEGAN, 0.2, 0.4))[-1] == (6, 74, round(0.4 * 127))
    assert out.shown() == pytest.approx(0.4 * 127, abs=0.8)
    assert out.sent(lambda: press(MOVED, 0.9, 0.7))[-1] == (6, 74, round(0.7 * 127))
    assert out.shown() == pytest.approx(0.7 * 127, abs=0.8)


def test_both_ends_of_the_range_are_dragged_and_undone(outputs):
    out = outputs(PRESSURE)
    out.press_touch(0, 0, BEGAN)
    out.drag((RIGHT, BAR), -100, -200)
    out.until(lambda: "high" in out.saved()[0])
    out.drag((LEFT, BAR), 80, 160)
    out.until(lambda: "low" in out.saved()[0])
    low, high = (out.saved()[0][key] for key in ("low", "high"))
    assert low == pytest.approx(160 / (RIGHT - LEFT), abs=0.004)
    assert high == pytest.approx(1 - 200 / (RIGHT - LEFT), abs=0.004)
    for pressure in (1, 0, 0.5):
        value = low + pressure * (high - low)
        assert out.sent(lambda: out.press_touch(0, pressure))[-1] == (1, 20, round(value * 127))
    assert out.shown() == pytest.approx(value * 127, abs=0.8)
    # One step for each drag, the last one first.
    out.click(UNDO)
    out.until(lambda: out.saved() == [{**PRESSURE, "high": high}])
    out.click(UNDO)
    out.until(lambda: out.saved() == [PRESSURE])
    assert out.sent(lambda: out.press_touch(0, 1))[-1] == (1, 20, 127)


def test_times_and_rate_are_dragged_and_are_those_of_the_messages(outputs):
    out = outputs(PRESSURE)
    # 0…10 s by the square of the part; 1…1500 Hz by its logarithm, from 250 Hz down.
    out.drag(RISE, 30, 60)
    out.until(lambda: "smooth" in out.saved()[0])
    out.drag(FALL, 20, 40)
    out.until(lambda: out.saved()[0]["smooth"][1] > 0)
    out.drag(PACE, -30, -70)
    out.until(lambda: "rate" in out.saved()[0])
    (rise, fall), rate = out.saved()[0]["smooth"], out.saved()[0]["rate"]
    assert rise == pytest.approx(10 * (60 / FIELD) ** 2, rel=0.05)
    assert fall == pytest.approx(10 * (40 / FIELD) ** 2, rel=0.05)
    assert rate == pytest.approx(250 * 1500 ** (-70 / FIELD), rel=0.05)

    def run(blocks):
        found = []
        for block in range(blocks):
            out.plugin.run(BLOCK)
            found += [(block * BLOCK + frame, body[2]) for frame, body in out.plugin.sent()
                      if len(body) == 3 and body[:2] == bytes([0xB0, 20])]
        return found
    out.press_touch(0, 0, BEGAN)
    run(round(fall * 8 * RATE / BLOCK))
    for pressure, time in ((1, rise), (0, fall)):
        out.press_touch(0, pressure)
        found = run(round(time * 8 * RATE / BLOCK))
        gaps = numpy.diff([frame for frame, _ in found])
        assert gaps.min() >= RATE / rate - 32, "a message leaves too early"
        assert numpy.median(gaps[:5]) <= RATE / rate + 64, "messages leave too slowly"
        off = [abs(value - 127 * abs(1 - pressure - (1 - math.exp(-frame / RATE / time)))) for frame, value in found]
        figure(f"an output by hand: {len(found)} values, at most {max(off):.2f} of 127 from {time:.3f} s")
        assert max(off) < 2 and found[-1][1] == 127 * pressure


def test_a_source_is_dropped_onto_a_card_and_beside_it(outputs):
    out = outputs(PRESSURE)
    out.click(SEARCH)
    out.type("group spread")
    out.carry(TITLE)
    spread = {**PRESSURE, "source": "group_spread"}
    out.until(lambda: out.saved() == [spread])
    out.carry(FREE)
    assert out.saved() == [spread], "its destination is not chosen yet"
    out.click(CONTROL_CHANGE)
    out.until(lambda: out.saved() == [spread, {"source": "group_spread", "to": "cc", "number": 1}])

    # Two touches of the mouse in the strip, which stay with Shift. The first one is then farther from the other.
    for number, x in enumerate((300, 500), 1):
        out.do("mousemove", x, MIDDLE, "keydown", "Shift_L", "mousedown", 1)
        out.until(lambda: out.plugin["live_count"] == number)
        out.do("mouseup", 1, "keyup", "Shift_L")
    out.window.turns(0.5)

    def expected(distance):
        """Half of their distance in diagonals of 4 : 3, as a part of half a diagonal."""
        return distance / STRIP * 4 / 5 * 127
    near = [out.shown(bar) for bar in (BAR, SECOND_BAR)]
    assert near == [pytest.approx(expected(200), abs=1)] * 2
    found = out.sent(lambda: out.drag(
        (500, MIDDLE), *range(40, 481, 40), held=("keydown", "Shift_L")))
    out.do("keyup", "Shift_L")
    assert out.plugin["live_count"] == 2
    for number, bar in ((20, BAR), (1, SECOND_BAR)):
        values = [value for channel, one, value in found if (channel, one) == (1, number)]
        assert len(values) > 8 and values == sorted(values), "the touches only move apart"
        assert values[-1] == pytest.approx(expected(680), abs=1)
        assert out.shown(bar) == pytest.approx(values[-1], abs=0.8)
    # The drop beside the card, then the one onto it.
    out.click(UNDO)
    out.until(lambda: out.saved() == [spread])
    out.click(UNDO)
    out.until(lambda: out.saved() == [PRESSURE])


def test_an_output_is_switched_off_removed_and_back(outputs):
    out = outputs(PRESSURE)
    out.press_touch(0, 0, BEGAN)
    assert out.sent(lambda: out.press_touch(0, 0.5))[-1] == (1, 20, 64)
    assert out.colored(TITLES)[0] > 60, "the source is named in its color"
    out.click(ON)
    out.until(lambda: out.saved() == [{**PRESSURE, "on": False}])
    assert out.sent(lambda: out.press_touch(0, 0.9)) == []
    assert out.colored(TITLES)[0] == 0
    out.click(ON)
    out.until(lambda: out.saved() == [PRESSURE])
    assert out.sent(lambda: out.press_touch(0, 0.25))[-1] == (1, 20, 32)
    out.click(REMOVE)
    out.until(lambda: out.saved() == [])
    assert out.colored(SHELF)[0] > 500, "the tab stays open, with its shelf"
    assert out.sent(lambda: out.press_touch(0, 0.9)) == []
    out.click(UNDO)
    out.until(lambda: out.saved() == [PRESSURE])
    assert out.sent(lambda: out.press_touch(0, 0.5))[-1] == (1, 20, 64)
    assert out.shown() == pytest.approx(0.5 * 127, abs=0.8)


def test_a_message_that_comes_in_is_shown_in_the_color_of_sources(outputs):
    out = outputs({**PRESSURE, "channel": 3})
    out.press_touch(0, 0, BEGAN)
    assert out.sent(lambda: out.press_touch(0, 0.5))[-1] == (3, 20, 64)
    assert out.colored(VALUE)[0] == 0 and out.colored(VALUE)[1] > 20

    def receive(channel, number, value):
        return out.sent(lambda: out.plugin.event([0xAF + channel, number, value]))
    for channel, number in ((2, 20), (3, 21)):
        assert receive(channel, number, 100) == []
        assert out.shown() == pytest.approx(64, abs=0.8), "of another channel or number"
    assert receive(3, 20, 100) == []
    assert out.shown() == pytest.approx(100, abs=0.8)
    assert out.colored(VALUE)[0] > 20 and out.colored(VALUE)[1] == 0
    assert out.sent(lambda: out.press_touch(0, 0.25))[-1] == (3, 20, 32)
    assert out.shown() == pytest.approx(32, abs=0.8)
    assert out.colored(VALUE)[0] == 0 and out.colored(VALUE)[1] > 20


def test_both_lists_of_a_new_output_take_keys(outputs):
    out = outputs()
    out.click(OUT)
    out.click(ADD)
    out.do("type", "--delay", 15, "touch pressure")
    for key in ("Return", "Escape"):
        out.do("key", key)
    assert out.saved() == []
    out.click(ADD)
    out.do("type", "--delay", 15, "touch pressure")
    for key in ("Return", "Down", "Return"):
        out.do("key", key)
    out.until(lambda: out.saved() == [{"source": "touch_pressure", "to": "cc_14", "number": 1}])


@pytest.mark.parametrize("way", ["a candidate of Learn", "from Sound, with a rest on the tab"])
def test_a_source_dropped_among_connections_changes_nothing(outputs, way):
    out = outputs()
    before = out.plugin.patch()
    if way.startswith("from"):
        out.click(SOUND)
        out.carry(MATRIX, CARDS, source=SOUND_SOURCE)
    else:
        out.click(LEARN)
        for value in range(0, 128, 8):
            out.plugin.event([0xB0, 20, value])
            out.window.turns(0.06)
        out.until(lambda: out.colored(CANDIDATE_FRAME)[0] > 100)
        out.carry(CARDS, source=CANDIDATE)
    assert out.plugin.patch() == before
    # *Matrix* is open, and still answers.
    out.click(OUT)
    out.until(lambda: out.colored(SHELF)[0] > 500)


def test_outputs_of_osc():
    """Alone, because a process reads network.json from the folder that its first instance found."""
    tests = pathlib.Path(__file__).with_name("osc_outputs_by_hand.py")
    done = subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", tests],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout
