"""Ardour with its windows, on a screen with a window manager: a session with one track."""
import os
import pathlib
import re
import subprocess
import time

import numpy

from ardour_session import Session
from conftest import tool

CONFIG = """<?xml version="1.0" encoding="UTF-8"?>
<Ardour><Config><Option name="try-autostart-engine" value="1"/><Option name="hide-dummy-backend" value="0"/>
</Config><Extra><AudioMIDISetup><EngineStates>
<State backend="None (Dummy)" driver="Normal Speed" device="Silence" input-device="" output-device=""
 sample-rate="48000" buffer-size="1024" n-periods="0" input-latency="0" output-latency="0" lm-input=""
 lm-output="" active="1" use-buffered-io="0" midi-option="1 in, 1 out, Silence" lru="1"><MIDIDevices/></State>
</EngineStates></AudioMIDISetup></Extra></Ardour>
"""


class ArdourWindow:
    """Ardour's windows with a saved session, for use with `with`."""

    def __init__(self, screen, session, log):
        self.screen, self.session = screen, session
        folder = session.folder / "home" / ".config" / "ardour7"
        (folder / ".a7").touch()
        (folder / "config").write_text(CONFIG)
        saved = session.path / "touch.ardour"
        saved.write_text(re.sub(r"<EngineHints[^>]*/>", "", saved.read_text()))
        environment = session.environment() | {"DISPLAY": screen.name, "NO_AT_BRIDGE": "1"}
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

    def find(self, name, seconds=60):
        """The visible windows with such a title; waits until there is one."""
        end = time.monotonic() + seconds
        while True:
            done = subprocess.run([tool("xdotool"), "search", "--onlyvisible", "--name", name],
                                  capture_output=True, text=True)
            if done.stdout.split():
                return done.stdout.split()
            assert self.program.poll() is None, "Ardour has ended"
            assert time.monotonic() < end, f"no window {name}"
            time.sleep(0.3)

    def shot(self, size):
        """The pixels of the whole screen."""
        return self.screen.picture(self.screen.root.value, size)
