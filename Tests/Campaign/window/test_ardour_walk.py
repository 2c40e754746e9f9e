"""A newcomer's ways through Ardour's window, by the words of the guide: each step is something that the guide
says, done by real clicks and keys, and counted. That a track has the plugin, which is the first step of the
first and of the last way, a session sees to."""
import time

import osc
from ardour_session import Session
from ardour_window import ArdourWindow, no_errors
from conftest import PLUGIN, ROOT, figure
from ears import Ears
from test_ardour_grid import COLUMN, FIRST, TITLE, GridSession, paint
from test_session_by_hand import LIBRARY
from touch_screen import TouchScreen

DRUMS = 269, 72  # the track's tab in a window of 800 × 500 points

# The names of drums are 33.8 points wider than those of notes, and sixteen steps share what is left.
DRUM_CELLS = FIRST + 33.8 - 33.8 / 32, COLUMN - 33.8 / 16


class Walk:
    """Steps in a window of Ardour, each with its words in a page of the guide."""

    def __init__(self, ardour, page):
        self.ardour, self.hand, self.count = ardour, ardour.screen.hand, 0
        self.words = " ".join((ROOT / "docs" / "guide" / f"{page}.md").read_text().split())

    def step(self, words, action=None):
        """One step; the first is taken by the session and has no action."""
        assert words in self.words, f"the guide does not say: {words}"
        self.count += 1
        if action:
            action()
            time.sleep(0.5)

    def click(self, place):
        x, y = self.place
        return lambda: self.hand("mousemove", x + place[0], y + place[1], "click", 1)

    def type(self, word):
        def keys():
            for letter in word:
                self.hand("key", letter)
                time.sleep(0.05)
            time.sleep(0.3)
            self.hand("key", "Return")
        return keys

    def open(self, title):
        _, self.place = self.ardour.opened(title)


def test_first_sound_and_glass_marimba(tmp_path):
    port = osc.free_port()
    session, log = Session(tmp_path, PLUGIN, "OSC listen=1", f"OSC port={port}"), tmp_path / "ardour.log"
    with TouchScreen(tmp_path) as screen, ArdourWindow(screen, session, log) as ardour:
        ears, steps = Ears(port, "touches", "voices"), []
        walk = Walk(ardour, "ardour")
        walk.step("as *Instrument* choose **Tactus Touch**")
        walk.step("`Alt+M` shows the mixer", ardour.mixer)
        walk.step("double-click the red *Tactus Touch*: its window opens", lambda: walk.open("Tactus Touch"))
        ears.listen(1)
        x, y = walk.place
        walk.step("Drag in it", lambda: screen.hand("mousemove", x + 300, y + 300, "mousedown", 1,
                                                    "mousemove", x + 400, y + 250))
        ears.until(lambda: any(each[0] == "/tactus/live/voice" and each[3] > 0.01 for each in ears.heard))
        screen.hand("mouseup", 1)
        steps.append(walk.count)

        walk.count = 0
        walk.step("press *Library*", walk.click(LIBRARY))
        walk.step("Type a part of a name, for instance `gla`, until *Glass marimba* is chosen, and press Return",
                  walk.type("gla"))
        ears.until_patch(lambda now: '"Glass marimba"' in now)
        steps.append(walk.count)
        ears.sender.socket.close()
    no_errors(log)
    figure(f"in Ardour by the guide: first sound in {steps[0]} steps, Glass marimba in {steps[1]}")
    assert steps[0] <= 4 and steps[1] <= 2


def test_a_beat(tmp_path):
    session, log = GridSession(tmp_path), tmp_path / "ardour.log"
    with TouchScreen(tmp_path) as screen, ArdourWindow(screen, session, log) as ardour:
        ardour.mixer()
        walk = Walk(ardour, "ardour")
        walk.step("Choose *New Plugin → By Creator → The Tactus maintainers → Tactus Tone Matrix*")
        walk.step("Double-click *Tactus Tone Matrix* in the strip: its window opens",
                  lambda: walk.open(TITLE))
        walk.step("Choose the track *drums*", walk.click(DRUMS))
        walk.step("press cells, or paint along a row", lambda: [
            paint(screen, walk.place, [(step, 0)], *DRUM_CELLS) for step in (0, 4, 8, 12)])
        walk.step("Press space: the grid plays", lambda: screen.hand("key", "space"))
        session.until(lambda notes: len(notes) >= 4)
        assert {frame % 24000 for frame, _, _ in session.notes()} == {0}
    no_errors(log)
    figure(f"in Ardour by the guide: a beat in {walk.count} steps")
    assert walk.count <= 6
