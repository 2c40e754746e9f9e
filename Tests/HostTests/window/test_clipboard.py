"""The clipboard, shared with xclip, and the keyboard that F6 gives and takes."""
import subprocess

import pytest

from conftest import figure, tool
from lv2host import PLUGIN, Plugin
from test_drops import Open
from test_session_by_hand import LIBRARY, SEARCH
from test_window import MATRIX
from window import Screen

XCLIP = ["xclip", "-selection", "clipboard"]
# *Save as…* of *Library*, on a window of 800 × 500 points.
SAVE = (731, 455)


@pytest.fixture
def opened(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
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


def owner_of(text):
    """xclip with a text in the clipboard."""
    owner = subprocess.Popen([tool("xclip"), *XCLIP[1:], "-quiet"], stdin=subprocess.PIPE,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    owner.stdin.write(text)
    owner.stdin.close()
    return owner


CELLS = (b'{"paste": {"kind": "cells", "steps": 3, "rows": 2, "content": {"cells": [[1, 1], '
         b'[3, 2, {"velocity": 90}]]}}}')


def test_a_text_becomes_cells_of_a_grid_and_they_a_text(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with Screen() as screen, Plugin(MATRIX, longest_block=256) as plugin:
        opened = Open(screen, plugin, MATRIX)
        window, owner = opened.window, owner_of(CELLS)
        screen.hand("windowfocus", "--sync", window.parent.value)
        screen.hand("key", "--window", window.id, "F6")
        window.until(lambda: focus() == window.id)
        key(opened, "ctrl+v")
        opened.hears(b'"paste"')
        # The library's answer names what Undo would revert.
        opened.hears(b'"undo_title": "paste cells"')
        key(opened, "ctrl+c")  # the whole pattern, because no cell has the keyboard
        window.until(lambda: owner.poll() is not None)  # it ends when another program has the clipboard
        reader = subprocess.Popen([tool("xclip"), *XCLIP[1:], "-o"], stdout=subprocess.PIPE)
        window.until(lambda: reader.poll() is not None)
        copied = reader.stdout.read()
        figure(f"a pattern in the clipboard of X: {copied.decode()}")
        assert copied == (
            b'{"paste": {"kind": "pattern", "content": {"cells": [[1, 1], [3, 2, {"velocity": 90}]]}}}')
        window.close()
        assert screen.errors == 0


def test_letters_of_another_program_are_pasted(opened):
    owner = owner_of(b"glass marim")
    click(opened, LIBRARY, SEARCH)
    opened.hears(b'"entries"')
    key(opened, "ctrl+v")
    opened.window.turns(0.4)
    key(opened, "Return")
    opened.hears(b'"loaded": "glass_marimba"')
    owner.kill()
    owner.wait()


def test_another_program_gets_what_was_copied(opened):
    click(opened, LIBRARY, SAVE)
    key(opened, "ctrl+a", *"Bells", "ctrl+a", "ctrl+c")
    reader = subprocess.Popen([tool("xclip"), *XCLIP[1:], "-o"], stdout=subprocess.PIPE)
    opened.window.until(lambda: reader.poll() is not None)
    assert reader.stdout.read() == b"Bells"
    targets = subprocess.Popen([tool("xclip"), *XCLIP[1:], "-o", "-t", "TARGETS"], stdout=subprocess.PIPE)
    opened.window.until(lambda: targets.poll() is not None)
    assert set(targets.stdout.read().split()) == {b"TARGETS", b"UTF8_STRING"}
    figure("copied in the window, read by xclip; copied by xclip, found in the library")


def focus():
    done = subprocess.run([tool("xdotool"), "getwindowfocus", "-f"], capture_output=True, check=True)
    return int(done.stdout)


def test_a_click_keeps_the_keyboard_that_a_window_manager_gives_to_the_host(opened):
    window = opened.window
    hand, parent = window.screen.hand, window.parent.value
    hand("windowfocus", "--sync", parent)
    click(opened, LIBRARY)
    window.until(lambda: focus() == window.id)
    # What openbox does with a click on a window inside of another program's.
    hand("mousemove", *SAVE, "mousedown", 1, "windowfocus", "--sync", parent, "mouseup", 1)
    window.until(lambda: focus() == window.id)
    key(opened, "ctrl+a", *"bea", "Return")
    opened.hears("Saved as “bea”".encode())
    # Its host has it again; a program that takes it without a click on this window keeps it.
    window.until(lambda: focus() == parent)
    hand("key", "--window", window.id, "F6")
    window.until(lambda: focus() == window.id)
    hand("windowfocus", "--sync", parent)
    window.turns(0.5)
    assert focus() == parent


@pytest.mark.parametrize("back", ["F6", "Escape"])
def test_f6_gives_the_keyboard_and_takes_it_back(opened, back):
    window = opened.window
    hand, parent = window.screen.hand, window.parent.value

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
