"""Files that are dropped onto the window: taken, or refused in words; the sounding patch goes on."""
import json
import shutil
import wave

import pytest

from conftest import BUILD, figure
from drag_source import DragSource
from lv2host import PLUGIN, Plugin
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
        self.window, self.bodies, sent = Window(screen, plugin, uri=uri), [], plugin.sent

        def listen():
            found = sent()
            self.bodies.extend(body for _, body in found)
            return found
        plugin.sent = listen
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
    (MATRIX, "scale.scl", SCALE, "cannot be opened here"),
    (PLUGIN, "gone.json", None, "cannot be read"),
])
def test_what_cannot_be_taken_is_refused_in_words(screen, home, uri, name, content, answer):
    if content is not None:
        (home / name).write_text(content)
    assert dropped(screen, uri, [(home / name).as_uri()], answer)


def test_what_is_no_file_is_not_welcome(screen, home):
    assert not dropped(screen, PLUGIN, ["words"], None, kind=b"text/plain")
    assert dropped(screen, PLUGIN, ["https://example.org/a.json"], None)
