"""Files that are dropped onto the window: taken, or refused in words; the sounding patch goes on."""
import base64
import json
import pathlib
import shutil
import struct
import urllib.parse
import wave

import pytest

from conftest import BUILD, figure
from drag_source import DragSource, DropTarget
from lv2host import PLUGIN, Plugin, state_file
from test_session_by_hand import LIBRARY, SEARCH
from test_window import MATRIX
from window import Screen, Window

BUNDLE = BUILD / "tactus.lv2"
SCALE = "! third.scl\nthirds\n3\n 400.\n 800.\n 2/1\n"


@pytest.fixture(scope="module")
def screen():
    with Screen() as screen:
        yield screen
        assert screen.errors == 0, "an X error of the window reached the host"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


class Open:
    """An open window, and the texts that its instance says."""

    def __init__(self, screen, plugin, uri):
        self.window = Window(screen, plugin, uri=uri)
        self.bodies = self.window.listen()
        self.window.turns(0.3)

    def hears(self, text):
        self.window.until(lambda: any(text in body for body in self.bodies))


def dropped(screen, uri, files, answer, **kind):
    with Plugin(uri, longest_block=256) as plugin:
        opened = Open(screen, plugin, uri)
        source = DragSource(screen, files, **kind)
        taken = source.drop(opened.window)
        if answer:
            opened.hears(answer.encode())
        opened.window.turns(0.2)
        source.close()
        opened.window.close()
    return taken


def test_a_patch_a_grid_a_scale_and_a_sound(screen, home):
    patch = home / "näive glass.json"
    shutil.copy(BUNDLE / "patches" / "glass_marimba.json", patch)
    scale = home / "third.SCL"
    scale.write_text(SCALE)
    with wave.open(str(home / "knock.wav"), "wb") as sound:
        sound.setparams((1, 2, 48000, 0, "NONE", ""))
        sound.writeframes(bytes(9600))
    assert dropped(screen, PLUGIN, [patch.as_uri()], "Glass marimba")
    assert dropped(screen, PLUGIN, [scale.as_uri()], "thirds")
    assert dropped(screen, PLUGIN, [(home / "knock.wav").as_uri()], "is a sample of this patch")
    assert (home / "data" / "tactus" / "samples" / "knock.wav").read_bytes() == (
        home / "knock.wav").read_bytes()
    take = home / "first.tactus"
    lines = (BUNDLE / "patches" / "pluck.json").read_text().splitlines()
    take.write_text("\n".join(["# tactus performance 2", "rate 48000", "0 patch -",
                               *(f"| {line}" for line in lines), "0 restart", "480 end", ""]))
    assert dropped(screen, PLUGIN, [take.as_uri()], "Pluck")
    assert dropped(screen, MATRIX, [(BUNDLE / "grids" / "night_bus.json").as_uri()], "Night bus")
    figure("dropped onto the window: a patch, a scale, a sound and a grid are taken")


@pytest.mark.parametrize("uri, name, content, answer", [
    (PLUGIN, "grid.json", json.dumps({"version": 1, "name": "x", "layers": []}), "onto the Tone Matrix"),
    (MATRIX, "patch.json", json.dumps({"version": 1, "name": "x"}), "is no grid"),
    (PLUGIN, "broken.json", "{\"version\": 1, ", "line 1"),
    (PLUGIN, "broken.scl", "nothing\nbut\nwords\n", "scl line"),
    (PLUGIN, "noise.wav", "RIFF", "noise.wav"),
    (PLUGIN, "letter.txt", "Dear", "cannot be opened here"),
    (PLUGIN, "packets.tactus", "# tactus performance 1\n", "no take with a patch in it"),
    (MATRIX, "noise.wav", "RIFF", "cannot be opened here"),
    (MATRIX, "noise.mid", "MThd", "4 bytes announced, 0 left"),
    (PLUGIN, "beat.mid", "MThd", "cannot be opened here"),
    (PLUGIN, "gone.json", None, "cannot be read"),
])
def test_what_cannot_be_taken_is_refused_in_words(screen, home, uri, name, content, answer):
    if content is not None:
        (home / name).write_text(content)
    assert dropped(screen, uri, [(home / name).as_uri()], answer)


def midi(*notes):
    """A MIDI file of format 0, with 480 ticks a quarter note: pairs of a key and its beginning."""
    events = sorted([(begin, 1, key) for key, begin in notes] + [(begin + 120, 0, key) for key, begin in notes])
    track, last = b"", 0
    for tick, is_on, key in events:
        wait = tick - last
        track += bytes([0x80 | wait >> 7, wait & 127, 0x90, key, 90 * is_on])
        last = tick
    track += b"\0\xff\x2f\0"
    return b"MThd" + struct.pack(">IHHH", 6, 0, 1, 480) + b"MTrk" + struct.pack(">I", len(track)) + track


def test_a_grid_takes_shared_texts_midi_and_scales(screen, home):
    shared = home / "bus.tactusgrid"
    shared.write_text("tm1." + base64.urlsafe_b64encode(b"\x07Shared!\1\0\0\0\0").decode().rstrip("="))
    assert dropped(screen, MATRIX, [shared.as_uri()], "Shared!")
    beat = home / "beat.mid"
    beat.write_bytes(midi((60, 0), (60, 480), (62, 960)))
    assert dropped(screen, MATRIX, [beat.as_uri()], '"cells": [[1, 1, {"velocity": 90}], [5, 1, {"velocity": 90}], [9, 2,')
    scale = home / "third.scl"
    scale.write_text(SCALE)
    assert dropped(screen, MATRIX, [scale.as_uri()], '"scale": [400, 800, 1200]')


# The first pattern of a window of 800 × 500 points, the first entry of *Library*, and a place on the screen beside it.
PATTERN, ENTRY, BESIDE = (82, 436), (300, 130), (850, 100)


def dragged_out(screen, opened, place):
    """The file that a foreign window gets when what is at a place is dragged out."""
    target = DropTarget(screen, *BESIDE)
    screen.hand("mousemove", *place, "mousedown", 1)
    opened.window.turns(0.1)
    for x in (200, 500, 870, 880, 890):
        screen.hand("mousemove", x, 150)
        opened.window.turns(0.1)
        target.hear()
    opened.hears(b'"exported"')
    for x in (895, 900):
        screen.hand("mousemove", x, 150)
        opened.window.turns(0.1)
        target.hear()
    screen.hand("mouseup", 1)

    def has_come():
        target.hear()
        return target.taken is not None
    opened.window.until(has_come)
    opened.window.turns(0.2)
    assert target.names[0] == b"XdndEnter" and target.names.count(b"XdndDrop") == 1
    path = pathlib.Path(urllib.parse.unquote(target.taken.decode().strip().removeprefix("file://")))
    target.close()
    return path


def test_a_patch_is_dragged_out_of_the_library(screen, home):
    with Plugin(longest_block=256) as plugin:
        opened = Open(screen, plugin, PLUGIN)
        screen.hand("mousemove", *LIBRARY, "click", 1)
        opened.window.turns(0.5)
        screen.hand("mousemove", *SEARCH, "click", 1, "type", "--delay", 30, "glass marimba")
        opened.window.turns(0.5)
        path = dragged_out(screen, opened, ENTRY)
        assert json.loads(path.read_text())["name"] == "Glass marimba"
        opened.window.close()


def test_a_pattern_is_dragged_out_as_midi(screen, home):
    beat = home / "beat.mid"
    beat.write_bytes(midi((60, 0), (60, 480), (62, 960)))
    # With a second track, the window has patterns to drag.
    grid = {"version": 1, "layers": [{}, {"patterns": {"1": {"cells": [[1, 1]]}}}]}
    state = state_file(home / "state", json.dumps(grid), "tonematrix")
    with Plugin(MATRIX, longest_block=256, state=state) as plugin:
        opened = Open(screen, plugin, MATRIX)
        source = DragSource(screen, [beat.as_uri()])
        assert source.drop(opened.window)
        opened.hears(b"is pattern 1")
        source.close()
        path = dragged_out(screen, opened, PATTERN)
        assert path.parent == home / "data" / "tactus" / "exports" and path.suffix == ".mid"
        found = path.read_bytes()
        played = [found[at + 1] for at in range(len(found) - 2) if found[at] == 0x90 and found[at + 2] == 90]
        assert played == [60, 60, 62]
        opened.window.close()


def test_what_is_no_file_is_not_welcome(screen, home):
    assert not dropped(screen, PLUGIN, ["words"], None, kind=b"text/plain")
    assert dropped(screen, PLUGIN, ["https://example.org/a.json"], None)
