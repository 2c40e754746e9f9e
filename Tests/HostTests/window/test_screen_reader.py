"""The window as screen readers see it: every control is found, named, read, pressed and set through AT-SPI, by the client
library of Debian's screen reader; and what Orca says."""
import json
import os
import pathlib

from assistive import Assistive, Session
from lv2host import GRID, Plugin
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
