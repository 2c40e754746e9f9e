"""The window as screen readers see it: every control is found, named, read, pressed and set through AT-SPI, by the client
library of Debian's screen reader."""
import os
import pathlib
import subprocess
import time

from assistive import Assistive, Session
from conftest import BUILD
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
