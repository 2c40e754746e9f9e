"""The window in jalv.gtk3, by mouse and keys alone: a chord, a value that is dragged, heard and undone at
once, a patch that is found by three letters, F6 and a file that is dropped; then the host ends, and opens
again."""
import os
import time

import numpy

import osc
from ardour_window import own_window, place_of
from conftest import BUILD, figure
from drag_source import DragSource, Foreign
from ears import Ears
from graph import jackd
from test_session_by_hand import BAR_FROM, BAR_TO, LIBRARY, SOUND, UNDO
from window import Screen, remember_size

PLAY = (248, 24)  # the tab
PLUCK = BUILD / "tactus.lv2" / "patches" / "pluck.json"


class Jalv:
    """jalv with the plugin's window, on a screen and in a JACK graph."""

    def __init__(self, screen, graph, port):
        self.screen, self.graph, self.ears = screen, graph, Ears(port, "touches", "voices")

    def wait(self, program):
        end = time.monotonic() + 60
        while not self.find():
            assert program.poll() is None and time.monotonic() < end, (
                "jalv.gtk3 has no window: " + (self.graph.folder / "jalv.log").read_text())
            time.sleep(0.3)
        time.sleep(0.5)
        self.left, self.top = place_of(self.find())

    def find(self):
        tree = os.popen("xwininfo -root -tree").read()
        return next((line.split()[0] for line in tree.splitlines() if "Tactus Touch" in line), None)

    def hand(self, *words):
        self.screen.hand(*words)

    def move(self, place, *words):
        self.hand("mousemove", self.left + place[0], self.top + place[1], *words)

    def click(self, place):
        self.move(place, "click", 1)
        time.sleep(0.4)

    def loudness(self):
        """Of most tenths of a note, because the graph is silent where a busy machine comes too late."""
        sound = self.graph.record(1, ["midi 4800 903c64", "midi 24000 803c40"])[0]
        tenths = sound[:, 4800:20000].reshape(2, 10, -1)
        return numpy.median(numpy.sqrt((tenths ** 2).mean(axis=(0, 2))))


def session(screen, graph, program, port):
    jalv = Jalv(screen, graph, port)
    jalv.wait(program)
    ears, hand = jalv.ears, jalv.hand
    ears.listen(1)
    # A chord: the first finger stays where Shift left it.
    jalv.move((250, 300), "keydown", "shift", "mousedown", 1)
    ears.until(lambda: len(ears.touches()[0]) == 1)
    hand("mouseup", 1, "keyup", "shift")
    jalv.move((550, 200), "mousedown", 1)
    ears.until(lambda: len(ears.touches()[0]) == 2)
    jalv.move((600, 150))
    ears.until(lambda: any(abs(each[3] - 0.75) < 0.01 for each in ears.touches()[0].values()))
    hand("mouseup", 1)
    jalv.move((250, 300), "click", "--repeat", 2, "--delay", 60, 1)
    ears.until(lambda: len(ears.ended()) == 2)
    # A value is dragged in many moves, heard, and taken back by one press.
    jalv.click(SOUND)
    before, text = jalv.loudness(), ears.patch()
    jalv.move(BAR_FROM, "mousedown", 1)
    for step in range(1, 9):
        x = BAR_FROM[0] + (BAR_TO[0] - BAR_FROM[0]) * step // 8
        jalv.move((x, BAR_FROM[1]))
        time.sleep(0.08)
    hand("mouseup", 1)
    ears.until_patch(lambda now: now != text)
    time.sleep(0.5)
    softer = jalv.loudness()
    jalv.click(UNDO)
    ears.until_patch(lambda now: now == text)
    again = jalv.loudness()
    assert softer < 0.9 * before and abs(again / before - 1) < 0.1, (before, softer, again)
    # Three letters and Return load a patch.
    jalv.click(LIBRARY)
    time.sleep(0.5)
    for letter in "gla":
        hand("key", letter)
    time.sleep(0.3)
    hand("key", "Return")
    ears.until_patch(lambda now: '"Glass marimba"' in now)
    # F6 gives the window the keyboard: letters are keys.
    jalv.click(PLAY)
    hand("key", "F6")
    time.sleep(0.3)
    ears.heard.clear()
    hand("keydown", "z")
    ears.until(lambda: any(each[0] == "/tactus/live/voice" for each in ears.heard))
    hand("keyup", "z", "key", "F6")
    # A file is dropped: on the plugin's own window, because jalv's, which lies around it, refuses drags.
    source = DragSource(screen, [PLUCK.as_uri()])
    assert source.drop(Foreign(own_window(jalv.find())[0])), "no file is welcome"
    source.close()
    ears.until_patch(lambda now: '"Pluck"' in now)
    ears.sender.socket.close()
    return before, softer, again


def test_a_session_in_jalv():
    def sessions():
        heard, count = [], int(os.environ.get("WINDOW_SESSIONS", 100))
        while len(heard) < count:
            # The server has room for a limited number of clients in its life.
            heard += some(min(20, count - len(heard)))
        return heard

    def some(count):
        heard = []
        with Screen("1400x900x24") as screen, jackd() as graph:
            remember_size(screen.home.name, (800, 500))
            for _ in range(count):
                port = osc.free_port()
                command = ["jalv.gtk3", "--jack-name=plugin", "-c", f"osc_port={port}", "-c", "osc_listen=1",
                           "urn:tactus:touch"]
                with graph.started(command, "jalv.log", "plugin:out_right") as program:
                    heard.append(session(screen, graph, program, port))
                log = (graph.folder / "jalv.log").read_text()
                assert "X Window System error" not in log and "BadWindow" not in log, log[-2000:]
        return heard
    heard = sessions()
    before, softer, again = heard[-1]
    figure(f"jalv.gtk3, opened {len(heard)} times: a note of {before:.4f} became {softer:.4f} by a drag and "
           f"{again:.4f} by one undo; Glass marimba by three letters and Return")
