"""The clipboard, shared with xclip, and the keyboard that F6 gives and takes."""
import subprocess

import pytest

from conftest import figure, tool
from lv2host import PLUGIN, Plugin
from test_drops import Open
from test_session_by_hand import HANDLE, LIBRARY, SEARCH
from window import Screen

XCLIP = ["xclip", "-selection", "clipboard"]
# *Save as…* of *Library*, on a window of 800 × 500 points.
SAVE = (151, 472)


@pytest.fixture
def opened():
    with Screen() as screen, Plugin(longest_block=256) as plugin:
        opened = Open(screen, plugin, PLUGIN)
        yield opened
        opened.window.close()
        assert screen.errors == 0, "an X error of the window reached the host"


def click(opened, *places):
    for place in places:
        opened.window.screen.hand("mousemove", *place, "click", 1)
        opened.window.turns(0.3)


def key(opened, *names):
    for name in names:
        opened.window.screen.hand("key", name)
        opened.window.turns(0.1)


def test_letters_of_another_program_are_pasted(opened):
    owner = subprocess.Popen([tool("xclip"), *XCLIP[1:], "-quiet"], stdin=subprocess.PIPE,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    owner.stdin.write(b"glass marim")
    owner.stdin.close()
    click(opened, HANDLE, LIBRARY, SEARCH)
    opened.hears(b'"entries"')
    key(opened, "ctrl+v")
    opened.window.turns(0.4)
    key(opened, "Return")
    opened.hears(b'"loaded": "glass_marimba"')
    owner.kill()
    owner.wait()


def test_another_program_gets_what_was_copied(opened):
    click(opened, HANDLE, LIBRARY, SAVE)
    key(opened, "ctrl+a", *"Bells", "ctrl+a", "ctrl+c")
    reader = subprocess.Popen([tool("xclip"), *XCLIP[1:], "-o"], stdout=subprocess.PIPE)
    opened.window.until(lambda: reader.poll() is not None)
    assert reader.stdout.read() == b"Bells"
    targets = subprocess.Popen([tool("xclip"), *XCLIP[1:], "-o", "-t", "TARGETS"], stdout=subprocess.PIPE)
    opened.window.until(lambda: targets.poll() is not None)
    assert set(targets.stdout.read().split()) == {b"TARGETS", b"UTF8_STRING"}
    figure("copied in the window, read by xclip; copied by xclip, found in the library")


@pytest.mark.parametrize("back", ["F6", "Escape"])
def test_f6_gives_the_keyboard_and_takes_it_back(opened, back):
    window = opened.window
    hand, parent = window.screen.hand, window.parent.value

    def focus():
        done = subprocess.run([tool("xdotool"), "getwindowfocus", "-f"], capture_output=True, check=True)
        return int(done.stdout)
    hand("windowfocus", "--sync", parent)
    hand("mousemove", 900, 600)
    window.turns(0.2)
    before = window.screen.picture(window.id)
    # As hosts pass on a key that they have no use for.
    hand("key", "--window", window.id, "Tab")
    window.turns(0.2)
    assert focus() == parent and (window.screen.picture(window.id) == before).all()
    hand("key", "--window", window.id, "F6")
    window.until(lambda: focus() == window.id)
    window.turns(0.2)
    ring = window.screen.picture(window.id)
    assert (ring != before).any(), "the focus is not drawn"
    # The handle has it; Return brings out the tabs, and Tab walks on.
    key(opened, "Return", "Tab")
    assert (window.screen.picture(window.id) != ring).any(axis=2).sum() > 1000
    key(opened, back)
    window.until(lambda: focus() == parent)
