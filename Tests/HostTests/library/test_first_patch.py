"""A new instance plays First touch: in a host, in a host that restores a state without a patch, and in
`tactus render`."""
import json
import subprocess

import numpy
import pytest
import soundfile

from conftest import BUILD, ROOT
from lv2host import BEGAN, MOVED, TOUCH, Plugin, state_file, touch

TACTUS = ROOT / ".build" / "release" / "tactus"
FIRST = ROOT / "bundle" / "patches" / "first_touch.json"
EVENTS = [(0, TOUCH, touch(BEGAN, 1, 0.3, 0.6, 0.7)), (9000, TOUCH, touch(MOVED, 1, 0.5, 0.2, 0.9))]


@pytest.fixture(autouse=True)
def no_user_patches(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def played(**values):
    with Plugin(**values) as plugin:
        return plugin.play(EVENTS, 48000, 64)


def test_a_new_instance_plays_first_touch(tmp_path):
    state = state_file(tmp_path / "first", FIRST.read_text())
    wanted = played(state=state)
    assert abs(wanted).max() > 0.01
    numpy.testing.assert_array_equal(played(isNew=True), wanted)
    ports = state.read_text()
    bare = tmp_path / "bare.ttl"
    bare.write_text(ports[:ports.index("  state:state")].rstrip().rstrip(";") + ".\n")
    numpy.testing.assert_array_equal(played(isNew=True, state=bare), wanted)
    assert not numpy.array_equal(played(), wanted), "the plain saw sounds alike"


def test_a_new_instance_saves_first_touch(tmp_path):
    with Plugin(isNew=True) as plugin:
        plugin.run(64)
        assert plugin.calls.host_save(plugin.host, str(tmp_path / "saved").encode())
    saved = (tmp_path / "saved" / "state.ttl").read_text()
    assert json.loads(FIRST.read_text())["description"] in saved


def test_render_plays_first_touch_by_default(tmp_path):
    sounds = []
    for name, patch in (("default", ()), ("first", ("--patch", "first_touch"))):
        wave = tmp_path / f"{name}.wav"
        subprocess.run([TACTUS, "render", ROOT / "bundle" / "demos" / "first-touch.tactus", "-o", wave,
                        "--bundle", BUILD / "tactus.lv2", "--seconds", "2", *patch],
                       check=True, capture_output=True)
        sounds.append(soundfile.read(wave)[0])
    assert abs(sounds[0]).max() > 0.01
    numpy.testing.assert_array_equal(*sounds)
