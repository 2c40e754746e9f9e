"""The window as screen readers see it: every control is found, named, read, pressed and set through AT-SPI, by the client
library of Debian's screen reader; and that screen reader itself is heard."""
import os
import pathlib
import subprocess
import time

from assistive import Assistive, Orca, Session
from conftest import BUILD, figure
from lv2host import Plugin
from test_window import MATRIX
from window import Screen, Window


def children(name):
    """The processes of a name that this one has started."""
    found = []
    for each in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            before, after = each.read_text().rsplit(")", 1)
        except OSError:
            continue  # it has ended
        if before.split("(", 1)[1] == name and int(after.split()[1]) == os.getpid():
            found.append(int(each.parent.name))
    return found


def test_nothing_runs_without_a_screen_reader():
    with Session(reader=False), Screen() as screen, Plugin(longest_block=256) as plugin:
        window = Window(screen, plugin)
        window.until(lambda: not children("tactus-atspi"))
        window.close()
    # Nor without a session.
    before = os.environ.pop("DBUS_SESSION_BUS_ADDRESS", None), os.environ.pop("XDG_RUNTIME_DIR", None)
    try:
        with Screen() as screen, Plugin(longest_block=256) as plugin:
            window = Window(screen, plugin)
            assert not children("tactus-atspi")
            window.turns(0.3)
            window.close()
    finally:
        for name, value in zip(("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"), before):
            if value is not None:
                os.environ[name] = value


TABS = ["Play", "Library", "Sound", "Matrix", "Modules", "Patch", "Keys", "Table", "Settings"]


def test_every_control_is_found_read_pressed_and_set():
    with Session(), Screen() as screen, Plugin(longest_block=256) as plugin, Assistive() as reader:
        window = Window(screen, plugin)
        window.until(reader.controls)
        window.until(lambda: [each["name"] for each in reader.controls() if each["role"] == "page tab"] == TABS)
        # A slider that is a port: the host hears it, held meanwhile.
        volume = reader.named("Volume", "slider")
        assert volume["value"].endswith(" dB") and volume["place"][2] > 100
        assert reader.set("Volume", 25)
        window.until(lambda: window.port_writes)
        index, value = window.port_writes[-1]
        assert (index, True) in window.grips and (index, False) in window.grips
        window.until(lambda: reader.named("Volume", "slider")["percent"] == 25)
        assert float(reader.named("Volume", "slider")["value"].split()[0].replace("\u2212", "-")) < 0

        # A patch of the library, by name.
        assert reader.press("Library", "page tab")
        window.until(lambda: reader.named("Aurora", "list item"))
        assert "selected" in reader.named("Library", "page tab")["states"]
        assert reader.press("Aurora", "list item")
        window.until(lambda: "selected" in reader.named("Aurora", "list item")["states"])
        reader.heard()
        assert reader.press("Load", "push button")
        window.until(lambda: (reader.named("Loaded") or {}).get("value", "").startswith("Aurora"))

        # A value of the sound, which another window reads from the plugin.
        assert reader.press("Sound", "page tab")
        window.until(lambda: reader.named("Oscillator A level", "slider"))
        assert reader.set("Oscillator A level", 25)
        window.until(lambda: reader.named("Oscillator A level", "slider")["percent"] == 25)
        window.turns(0.3)
        window.close()
        again = Window(screen, plugin)
        again.until(lambda: reader.named("Sound", "page tab"))
        assert reader.press("Sound", "page tab")
        again.until(lambda: (reader.named("Oscillator A level", "slider") or {}).get("percent") == 25)
        again.close()
        assert screen.errors == 0


def test_cells_of_a_grid_are_pressed():
    with Session(), Screen() as screen, Plugin(MATRIX, longest_block=256) as plugin, Assistive() as reader:
        window = Window(screen, plugin, uri=MATRIX)

        def cells():
            return [each for each in reader.controls() if each["role"] == "toggle button"]
        window.until(cells)
        name = cells()[5]["name"]
        assert "pressed" not in reader.named(name, "toggle button")["states"]
        assert reader.press(name, "toggle button")
        window.until(lambda: "pressed" in reader.named(name, "toggle button")["states"])
        assert reader.press(name, "toggle button")
        window.until(lambda: "pressed" not in reader.named(name, "toggle button")["states"])
        window.close()


def test_a_name_that_is_not_utf_8_is_shown():
    """D-Bus closes connections that send one, and names may come from the files of others."""
    with Session(), Assistive() as reader:
        program = subprocess.Popen([BUILD / "tactus.lv2" / "tactus-atspi"], stdin=subprocess.PIPE)
        control = [b"control", b"button", b"caf\xe9", b"\xff\xfe", *[b"1"] * 8]
        program.stdin.write(b"\t".join([b"window", b"Tactus \xc3", *[b"9"] * 4, b"-1", b"\xf0\x9f"]) + b"\n"
                            + b"\t".join(control) + b"\nend\n")
        program.stdin.flush()
        end = time.monotonic() + 60
        while not (found := reader.controls()):
            assert time.monotonic() < end and program.poll() is None
        assert found[0]["name"] == "caf\ufffd" and found[0]["value"] == "\ufffd\ufffd"
        program.stdin.close()
        assert program.wait(60) == 0


class Listener:
    """Somebody who presses keys, and knows of the window only what Orca says."""

    def __init__(self, screen, window, orca, reader):
        self.screen, self.window, self.orca, self.reader = screen, window, orca, reader
        self.heard = 0

    def press(self, key, verb="key"):
        """Presses a key; what is said from now on counts for `hears`."""
        self.heard = len(self.orca.said())
        self.screen.hand(verb, "--window", self.window.id, key)

    def hears(self, *texts):
        """Waits until a sentence after the last key has each of the texts."""
        self.window.until(lambda: all(any(text in each for each in self.orca.said(self.heard)) for text in texts))

    def walk(self, key):
        """Presses a key that moves the keyboard to another control; returns what is said of it."""
        before = self.reader.focused()[0]
        self.press(key)
        self.window.until(lambda: self.reader.focused()[0] > before)
        self.hears(self.reader.focused()[2])
        return " ".join(self.orca.said(self.heard))

    def seek(self, text, key="Tab"):
        """Walks from control to control until Orca says a text."""
        steps = 0
        while text not in (said := self.walk(key)):
            steps += 1
            assert steps < 150, f"{text} is not heard: {self.orca.said()[-150:]}"
        return said


def test_library_and_sound_by_ear_alone():
    with Screen() as screen, Session(), Orca() as orca, Plugin(longest_block=256) as plugin, Assistive() as reader:
        window = Window(screen, plugin)
        window.until(reader.controls)
        window.until(orca.said)
        ears = Listener(screen, window, orca, reader)
        assert "Tactus Touch frame" in ears.walk("F6")

        # The list of the library: it says what Return would load, whether the arrows have chosen it or a search.
        ears.seek("Library page tab")
        chosen = ears.walk("Return")
        assert reader.focused()[1] == "list item"
        assert ears.walk("Down") != chosen and reader.focused()[1] == "list item"
        ears.press("aurora", "type")
        ears.hears("Aurora")
        ears.press("Return")
        ears.hears("Loaded “aurora”")
        window.until(lambda: plugin.patch()["name"] == "Aurora")

        # Return has given the keyboard back to the host. A tab keeps it, so that Tab goes on from there.
        ears.walk("F6")
        ears.seek("Sound page tab")
        ears.press("Return")
        window.until(lambda: reader.named("Oscillator A on"))
        assert "Matrix page tab" in ears.walk("Tab")
        level = ears.seek("Oscillator A level slider")
        before, shown = plugin.patch().get("parameters"), reader.named("Oscillator A level", "slider")["value"]
        ears.press("Left")
        window.until(lambda: plugin.patch().get("parameters") != before)
        window.until(lambda: reader.named("Oscillator A level", "slider")["value"] != shown)
        ears.hears(reader.named("Oscillator A level", "slider")["value"])
        figure(f"Orca: {len(orca.said())} sentences from Library to “{level}”, then “{orca.said()[-1]}”")
        window.close()


def test_a_grid_by_ear_alone():
    with (Screen() as screen, Session(), Orca() as orca, Plugin(MATRIX, longest_block=256) as plugin,
          Assistive() as reader):
        window = Window(screen, plugin, uri=MATRIX)
        window.until(reader.controls)
        window.until(orca.said)
        ears = Listener(screen, window, orca, reader)
        assert "Tactus Tone Matrix frame" in ears.walk("F6")
        assert "not pressed" in ears.seek("step 1, C4")
        ears.press("space")
        ears.hears("on, velocity 100", "pressed")
        ears.press("5")
        ears.hears("on, velocity 71")
        assert "step 2, C4" in ears.walk("Right")
        assert "step 2, " in (above := ears.walk("Up")) and "C4" not in above
        ears.press("space")
        ears.hears("on, velocity 100")
        ears.press("space")
        ears.hears("off")
        figure("Orca in a grid: " + "; ".join(orca.said()[-8:]))
        window.close()
