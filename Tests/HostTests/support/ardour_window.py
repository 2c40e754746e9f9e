"""Ardour with its windows, on a screen with a window manager: a session with one track."""
import os
import re
import subprocess
import time

import numpy

from ardour_session import Session
from conftest import tool
from touch_screen import HEIGHT, WIDTH
from window import remember_size

CONFIG = """<?xml version="1.0" encoding="UTF-8"?>
<Ardour><Config><Option name="try-autostart-engine" value="1"/><Option name="hide-dummy-backend" value="0"/>
</Config><Extra><AudioMIDISetup><EngineStates>
<State backend="None (Dummy)" driver="Normal Speed" device="Silence" input-device="" output-device=""
 sample-rate="48000" buffer-size="1024" n-periods="0" input-latency="0" output-latency="0" lm-input=""
 lm-output="" active="1" use-buffered-io="0" midi-option="1 in, 1 out, Silence" lru="1"><MIDIDevices/></State>
</EngineStates></AudioMIDISetup></Extra></Ardour>
"""

# Once `mixer` has given the windows their places: the first plugin's name in the first strip; the clock that
# runs with the transport; where plugins' windows are put.
NAME, CLOCK, PLACE = (382, 207), (slice(50, 80), slice(655, 825)), (600, 150)


def own_window(window, size=(800, 500)):
    """The plugin's own window inside of a host's, the innermost of this size, and its place."""
    tree = subprocess.run([tool("xwininfo"), "-id", window, "-tree"], capture_output=True, text=True,
                          check=True).stdout
    number, x, y = re.findall(rf"^ *(0x\w+) .* {size[0]}x{size[1]}\+-?\d+\+-?\d+ +\+(\d+)\+(\d+)$", tree, re.M)[-1]
    return int(number, 16), (int(x), int(y))


def place_of(window, size=(800, 500)):
    return own_window(window, size)[1]


def no_errors(log):
    """Ardour has told of no X error."""
    text = log.read_text(errors="replace")
    assert "BadWindow" not in text and "X Window System error" not in text, text[-2000:]


class ArdourWindow:
    """Ardour's windows with a saved session, for use with `with`. Windows of plugins have a size, as remembered."""

    def __init__(self, screen, session, log, size=(800, 500)):
        self.screen, self.session, self.size = screen, session, size
        remember_size(session.folder / "home" / ".config", size)
        folder = session.folder / "home" / ".config" / "ardour7"
        (folder / ".a7").touch()
        (folder / "config").write_text(CONFIG)
        saved = session.path / "touch.ardour"
        saved.write_text(re.sub(r"<EngineHints[^>]*/>", "", saved.read_text()))
        environment = session.environment() | {
            "DISPLAY": screen.name, "NO_AT_BRIDGE": "1", "XDG_CONFIG_HOME": str(folder.parent)}
        self.manager = subprocess.Popen([tool("openbox"), "--sm-disable"], env=environment,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.log = open(log, "wb")
        self.program = subprocess.Popen([tool("ardour"), "-S", str(saved)], env=environment,
                                        stdout=self.log, stderr=self.log)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for program in (self.program, self.manager):
            program.terminate()
            try:
                program.wait(10)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()
        self.log.close()

    def visible(self, name):
        """The visible windows with such a title."""
        return subprocess.run([tool("xdotool"), "search", "--onlyvisible", "--name", name],
                              capture_output=True, text=True).stdout.split()

    def find(self, name, seconds=60):
        """The visible windows with such a title; waits until there is one."""
        end = time.monotonic() + seconds
        while not (found := self.visible(name)):
            assert self.program.poll() is None, "Ardour has ended"
            assert time.monotonic() < end, f"no window {name}"
            time.sleep(0.3)
        return found

    def shot(self):
        """The pixels of the whole screen."""
        return self.screen.picture(self.screen.root.value, (WIDTH, HEIGHT))

    def mixer(self):
        """Ardour's own window at its place, with the mixer."""
        main = self.find("touch - Ardour")[0]
        time.sleep(1.5)
        self.screen.hand("windowmove", main, 0, 0, "windowsize", main, 1590, 960)
        time.sleep(1)
        self.screen.hand("key", "alt+m")
        time.sleep(1.5)

    def rolls(self):
        """Whether the transport's clock runs."""
        before = self.shot()[CLOCK]
        time.sleep(0.4)
        return (self.shot()[CLOCK] != before).any()

    def opened(self, title, name=NAME):
        """Opens a plugin's window from the strip, if Ardour has not opened it with its session; returns it,
        with the place of the plugin's own window."""
        if not self.visible(title):
            self.screen.hand("mousemove", *name, "click", "--repeat", 2, "--delay", 120, 1)
        window = self.find(title)[-1]
        time.sleep(1.5)
        self.screen.hand("windowmove", window, min(PLACE[0], WIDTH - self.size[0] - 20), PLACE[1])
        time.sleep(0.7)
        return window, place_of(window, self.size)

    def saved(self):
        """Saves the session by Ctrl and S; waits until its file is written."""
        file = self.session.path / "touch.ardour"
        before, end = file.stat().st_mtime_ns, time.monotonic() + 60
        self.screen.hand("windowactivate", "--sync", self.find("touch - Ardour")[0], "key", "ctrl+s")
        while file.stat().st_mtime_ns == before:
            assert time.monotonic() < end, "the session was never saved"
            time.sleep(0.1)

    def closed(self, window):
        self.screen.hand("key", "--window", window, "alt+F4")
        time.sleep(1)
        self.screen.hand("windowactivate", self.find("touch - Ardour")[0])
        time.sleep(0.5)
