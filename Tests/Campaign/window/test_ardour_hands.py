"""In Ardour's window of Tactus Touch: a value that is dragged is heard and taken back, a port that is held is
recorded, F6 gives the keyboard and takes it, a file is dropped."""
import shutil
import time
import xml.etree.ElementTree as xml

import numpy

import osc
from ardour_session import Session
from ardour_window import ArdourWindow, no_errors
from conftest import BUILD, PLUGIN, figure
from drag_source import DragSource, Foreign
from ears import Ears
from test_session_by_hand import BAR_FROM, BAR_TO, SOUND, UNDO
from test_settings import BAR, SETUP
from test_settings import BAR_TO as PORT_TO
from touch_screen import TouchScreen

PLAY, OPEN_HANDLE = (248, 24), (400, 57)  # the tab, and the handle while the tabs are out
GLASS = BUILD / "tactus.lv2" / "patches" / "glass_marimba.json"


class TouchSession(Session):
    """A session with one note, in which Ardour records what is held of *Bend range*."""

    def __init__(self, folder, port):
        super().__init__(folder, PLUGIN, "OSC listen=1", f"OSC port={port}")
        self.add_notes([(0, 1, 60, 100)], 4)
        self.script("draw.lua", self.path, "Bend range", "0=2", "9=2")
        file = self.path / "touch.ardour"
        tree = xml.parse(file)
        self.lane(tree).set("state", "Touch")
        tree.write(file, encoding="UTF-8", xml_declaration=True)

    @staticmethod
    def lane(tree):
        """The one lane of the plugin that plays."""
        lane, = [each for each in tree.getroot().iter("AutomationList")
                 if each.get("automation-id", "").startswith("parameter") and each.get("state") != "Off"]
        return lane

    def points(self):
        """What is recorded: values, in the order of time."""
        words = self.lane(xml.parse(self.path / "touch.ardour")).find("events").text.split()
        return [float(word) for word in words[1::2]]

    def loudness(self, name):
        return numpy.sqrt((self.export(name, 1.5)[0] ** 2).mean())


def test_what_hands_do_in_ardours_window(tmp_path):
    port = osc.free_port()
    session, log = TouchSession(tmp_path, port), tmp_path / "ardour.log"
    before = session.loudness("before")
    with TouchScreen(tmp_path) as screen, ArdourWindow(screen, session, log) as ardour:
        ardour.mixer()
        window, (left, top) = ardour.opened("Tactus Touch")
        ears, hand = Ears(port, "touches", "voices"), screen.hand
        ears.listen(1)

        def move(place, *words):
            hand("mousemove", left + place[0], top + place[1], *words)

        def click(place):
            move(place, "click", 1)
            time.sleep(0.4)

        def drag(start, end):
            move(start, "mousedown", 1)
            for step in range(1, 9):
                move((start[0] + (end[0] - start[0]) * step // 8, start[1]))
                time.sleep(0.1)
        # A value is dragged; what it sounds like is in the session.
        click(SOUND)
        text = ears.patch()
        drag(BAR_FROM, BAR_TO)
        hand("mouseup", 1)
        ears.until_patch(lambda now: now != text)
        ardour.saved()
        shutil.copytree(session.path, tmp_path / "softer")
        hand("windowactivate", "--sync", window)
        click(UNDO)
        ears.until_patch(lambda now: now == text)
        # F6: letters are keys of the instrument and the space bar is not Ardour's; then it is again.
        click(PLAY)
        click(OPEN_HANDLE)
        hand("key", "F6")
        time.sleep(0.4)
        ears.heard.clear()
        hand("keydown", "z")
        ears.until(lambda: any(each[0] == "/tactus/live/voice" for each in ears.heard))
        hand("keyup", "z")
        hand("key", "space")  # on the handle: it brings out the tabs again
        assert not ardour.rolls(), "Ardour has the keyboard that F6 gave to the window"
        hand("key", "F6")
        time.sleep(0.4)
        # Held while it is dragged, while the transport rolls.
        click(SETUP)
        hand("key", "space")
        assert ardour.rolls(), "the window keeps the keyboard"
        drag(BAR, PORT_TO)
        time.sleep(0.5)
        hand("mouseup", 1)
        time.sleep(0.5)
        hand("key", "space")
        time.sleep(0.5)
        ardour.saved()
        # A file.
        hand("windowactivate", "--sync", window)
        source = DragSource(screen, [GLASS.as_uri()])
        target = source.target(left + 300, top + 300)
        assert target, "no window here welcomes files"
        assert source.drop(Foreign(target))
        ears.until_patch(lambda now: '"Glass marimba"' in now)
        source.close()
        ears.sender.socket.close()
    points = session.points()
    again = session.loudness("again")
    session.path = tmp_path / "softer"
    softer = session.loudness("softer")
    figure(f"Ardour: a note of {before:.4f} became {softer:.4f} by a drag and {again:.4f} by one undo; "
           f"{len(points)} points of Bend range were recorded, up to {max(points):.0f}")
    assert softer < 0.9 * before and abs(again / before - 1) < 1e-4
    assert max(points) > 40 and len(points) > 4 and points[-1] == 2, "what is held is recorded, no more"
    no_errors(log)
