"""What hands know from other instruments, through X: each habit of the table."""
import json
import re
import struct
import subprocess

import pytest

import osc
from conftest import ROOT, tool
from drag_source import DragSource
from habits import CUTOFF, DETUNE, HABITS, LEVEL, WAVE
from lv2host import Plugin
from test_dropped_edits import PARAMETER, Counted
from window import Screen, Window

SIZE = (1100, 700)
# On a window of this size: controls by their names as pages have them.
PLACES = {
    LEVEL: (661, 316), WAVE: (661, 254), DETUNE: (661, 440), CUTOFF: (661, 254), "sources": (985, 300),
    "Oscillator A": (65, 98), "Oscillator B": (205, 98), "Filter 1": (190, 221), "LFO 2": (190, 345), "LFO 2 beats": (1060, 304),
    f"{LEVEL}: value": (845, 288), f"{WAVE}: value": (845, 226), "LFO 2 on": (272, 345), "FM pair on": (132, 131),
    "Undo": (1044, 24), "Redo": (1076, 24), "A/B": (1008, 24), "Next": (97, 24),
    "Amount of LFO 2 to Oscillator A level": (640, 288), "Sound": (520, 24), "Library": (448, 24),
    "Share": (128, 24), "Favorite": (992, 132), "Samples": (222, 161), "Choose a sample…": (661, 72), "Tactus": (614, 72),
    "small_bell.wav": (600, 464), "candidate": (470, 72), "Save as…": (1033, 657), "Replace": (658, 317),
}
# From the place of a menu to its first item, and from item to item.
FIRST_ITEM, ITEM = (60, 49), 32


def opened(screen, plugin, tab):
    """A window of 800 × 500 points with a screen open, which keeps its edits."""
    Counted.drops = lambda number: False
    window = Counted(screen, plugin)
    window.turns(0.5)
    screen.hand("mousemove", *tab, "click", 1)
    window.turns(0.3)
    return window


class Hand:
    """Mouse and keyboard in one window."""

    def __init__(self, screen, plugin, folder):
        self.screen, self.plugin, self.folder = screen, plugin, folder
        self.window = Window(screen, plugin, parent=screen.parent(*SIZE))
        screen.resize(self.window.id, *SIZE)
        self.window.turns(0.4)
        self.menu, self.count = None, 0

    def begin(self):
        """An empty patch on *Sound*."""
        self.do("key", "Escape")
        self.plugin.event(osc.message("/tactus/patch/set", json.dumps({"version": 1, "name": "Init"})),
                          kind="urn:tactus:vocabulary#Packet")
        self.until(lambda: self.patch()["name"] == "Init" and len(self.patch()["connections"]) == 3)
        self.show_sound()

    def show_sound(self):
        self.press("Sound")
        self.press("Oscillator A")
        self.rest(0.3)

    def do(self, *words):
        self.screen.hand(*words)
        self.window.turns(0.09)

    def rest(self, seconds):
        self.window.turns(seconds)

    def until(self, condition):
        self.window.until(condition, 15)

    def patch(self):
        return self.plugin.patch()

    def press(self, name, button=1, count=1):
        self.menu = PLACES[name]
        self.do("mousemove", *PLACES[name], "click", "--repeat", count, "--delay", 60, button)

    def press_beside(self):
        """Presses beside what lies above the screen."""
        self.do("mousemove", 20, 690, "click", 1)

    def item(self, index, _):
        x, y = self.menu
        self.do("mousemove", x + FIRST_ITEM[0], y + FIRST_ITEM[1] + ITEM * index, "click", 1)

    def answer(self, name):
        self.press(name)

    def drag(self, name, way, held=None):
        """Each begins beside the last one, so that two are no double click."""
        self.count += 1
        x, y = PLACES[name]
        x += 12 * (self.count % 3)
        if held:
            self.do("keydown", held)
        self.do("mousemove", x, y, "mousedown", 1)
        self.do("mousemove", x + way, y)
        self.do("mouseup", 1)
        if held:
            self.do("keyup", held)

    def carry(self, source, target, by=None, drops=True):
        self.do("mousemove", *PLACES[source], "mousedown", 1, "mousemove", 300, 270)
        if by:
            self.do("mousemove", *PLACES[by])
            self.rest(0.6)
        self.do("mousemove", *PLACES[target])
        if drops:
            self.let_go()

    def let_go(self):
        self.do("mouseup", 1)

    def wheel(self, name, turns, held=None):
        if held:
            self.do("keydown", held)
        self.do("mousemove", *PLACES[name], "click", "--repeat", abs(turns), "--delay", 10, 4 if turns > 0 else 5)
        if held:
            self.do("keyup", held)

    def key(self, name):
        self.do("key", name)

    def step(self, letter):
        """Undo or redo by the keyboard, which the window has from F6 on, until it gives it back."""
        self.do("key", "F6", "key", f"ctrl+{letter}", "key", "F6")

    def type(self, text):
        self.rest(0.2)
        self.do("type", "--delay", 15, text)

    def focus(self, name):
        """Walks back from the last control until the ring is about this one."""
        self.key("Escape")
        self.leave()
        x, y = PLACES[name]

        def crop():
            return self.picture()[y - 16:y + 16, 452:872].tobytes()
        before = crop()
        self.do("key", "F6", "key", "--repeat", 10, "--delay", 4, "shift+Tab")
        for _ in range(40):
            if crop() != before:
                return
            self.do("key", "shift+Tab")
        raise AssertionError(f"the keyboard never reaches {name}")

    def play(self):
        self.do("mousemove", 300, 620, "mousedown", 1)
        for x in range(340, 720, 60):
            self.do("mousemove", x, 640)
        self.do("mouseup", 1)

    def candidate(self):
        self.press("candidate")

    def leave(self):
        self.do("mousemove", 550, 52)

    def hover(self, name):
        self.do("mousemove", *PLACES[name])

    def picture(self):
        return self.screen.picture(self.window.id, SIZE)

    def rows(self):
        self.leave()
        return self.picture()[100:540, 890:1070].tobytes()

    def title(self):
        self.leave()
        return self.picture()[8:40, 40:92].tobytes()

    def help(self):
        self.do("key", "F1")

    def find_in_library(self, words):
        self.press("Library")
        self.rest(0.4)
        self.type(words)
        self.rest(0.4)

    def is_favorite(self, name):
        marks = self.folder / "tactus" / "library.json"
        return marks.exists() and name in json.loads(marks.read_text()).get("patches", {}).get("favorites", [])

    def sounds(self):
        return self.window.turn()[1].any()

    def close_code(self):
        """Only pages show one."""

    def clipboard(self):
        reader = subprocess.Popen([tool("xclip"), "-selection", "clipboard", "-o"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL)
        while reader.poll() is None:
            self.rest(0.05)
        return reader.stdout.read().decode()

    def drop(self, name, text):
        (self.folder / name).write_text(text)
        source = DragSource(self.screen, [(self.folder / name).as_uri()])
        assert source.drop(self.window)
        source.close()

    def save_as(self, name):
        self.press("Library")
        self.rest(0.3)
        self.press("Save as…")
        self.key("ctrl+a")
        self.type(name)
        self.key("Return")

    def saved(self, name):
        file = self.folder / "tactus" / "patches" / f"{name}.json"
        if not file.exists():
            return None
        return json.loads(file.read_text()).get("parameters", {}).get("osc_a_level", 0.6)


@pytest.fixture(scope="module")
def hand(tmp_path_factory):
    folder = tmp_path_factory.mktemp("habits")
    with pytest.MonkeyPatch.context() as patched, Screen("1100x700x24") as screen:
        patched.setenv("XDG_DATA_HOME", str(folder))
        with Plugin(longest_block=256) as plugin:
            hand = Hand(screen, plugin, folder)
            yield hand
            hand.window.close()
            assert screen.errors == 0


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.name)
def test_habit(hand, habit):
    hand.begin()
    habit.test(hand)


def test_the_manual_lists_each_habit():
    text = (ROOT / "docs" / "window.md").read_text().split("\n## Habits\n")[1].split("\n## ")[0]
    assert re.findall(r"^\| ([^|]+?) \| ", text, re.M) == [habit.name for habit in HABITS]


def test_down_scrolls_down(hand):
    hand.begin()
    hand.leave()
    before = hand.picture()[110:540, 895:1060]
    hand.wheel("sources", -1)
    hand.leave()
    after = hand.picture()[110:540, 895:1060]
    assert (before != after).any(axis=2).mean() > 0.01
    # What was 40 points below; the bars of live values aside.
    assert (before[60:300] == after[20:260]).all(axis=2).mean() > 0.8
