"""Sessions whose patches play recorded sounds, opened where these files are not: on another machine, which is
another home here. The session has copies; what is missing even so is named."""
import json
import os
import pathlib
import shutil

import numpy
import pytest

from ardour_session import Session, preset
from conftest import PLUGIN
from lv2host import Plugin, state_file
from sound import peak, wav
from test_samples import BARE, listened, note

RATE = 48000
CHANGED = b"http://lv2plug.in/ns/ext/state#StateChanged"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Goes to a machine of its own; returns its folder of samples."""
    def go(name):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / name))
        folder = tmp_path / name / "tactus" / "samples"
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    return go


def sounds_of(folder):
    """Two sounds of one name, and a wavetable; returns the patch that plays all."""
    generator = numpy.random.default_rng(5)
    for name in ("a", "b"):
        (folder / name).mkdir()
        wav(folder / name / "low.wav", generator.uniform(-0.4, 0.4, 20000))
    wav(folder / "vowels.wav", numpy.concatenate([
        0.5 * numpy.sin(2 * numpy.pi * order * numpy.arange(2048) / 2048) for order in (1, 3)]))
    return {"version": 1, "parameters": BARE | {"osc_a_level": 0.5, "osc_a_wave": "user"}, "connections": [],
            "wavetable": {"file": "vowels.wav"},
            "samples": [{"file": "a/low.wav", "keys": [0, 59]}, {"file": "b/low.wav", "keys": [60, 127]}]}


def played(plugin):
    plugin.restart()
    return plugin.play([note(50), note(50, 9000, 0), note(70, 12000), note(70, 20000, 0)], 24000, 256)


def saved(plugin, folder):
    folder.mkdir()
    assert plugin.calls.host_save(plugin.host, str(folder).encode())
    return (folder / "state.ttl").read_text()


def copies(session):
    return sorted(path.name.split("-", 1)[1] for path in session.iterdir() if path.suffix == ".wav")


def test_a_session_has_its_sounds_with_it(tmp_path, home):
    """Also saved again on the second machine, for a third, and as a preset bundle."""
    state = state_file(tmp_path / "patch", json.dumps(sounds_of(home("first"))))
    with Plugin(rate=RATE, state=state) as plugin:
        before = played(plugin)
        text = saved(plugin, tmp_path / "session")
    assert peak(before) > 0.1 and str(tmp_path) not in text, "a path is that of one machine"
    assert copies(tmp_path / "session") == ["low.wav", "low.wav", "vowels.wav"]
    shutil.rmtree(tmp_path / "first")
    session = (tmp_path / "session").rename(tmp_path / "elsewhere")
    for name in ("second", "third"):
        home(name)
        with Plugin(rate=RATE, state=session / "state.ttl") as plugin:
            assert (played(plugin) == before).all(), name
            saved(plugin, tmp_path / f"from {name}")
        # What one instance had in memory is gone, so the next one reads the files.
        shutil.rmtree(session)
        session = tmp_path / f"from {name}"
        assert copies(session) == ["low.wav", "low.wav", "vowels.wav"]


def test_a_sound_of_this_name_on_the_other_machine_is_not_taken_for_it(tmp_path, home):
    patch = sounds_of(home("first"))
    with Plugin(rate=RATE, state=state_file(tmp_path / "patch", json.dumps(patch))) as plugin:
        before = played(plugin)
        saved(plugin, tmp_path / "session")
    other = home("second")
    (other / "a").mkdir()
    wav(other / "a" / "low.wav", numpy.zeros(500) + 0.9)
    with Plugin(rate=RATE, state=tmp_path / "session" / "state.ttl") as plugin:
        assert (played(plugin) == before).all()


def test_a_missing_sound_is_named_with_its_place_and_plays_once_it_is_there(tmp_path, home):
    first = home("first")
    with Plugin(rate=RATE, state=state_file(tmp_path / "patch", json.dumps(sounds_of(first)))) as plugin:
        before = played(plugin)
        saved(plugin, tmp_path / "session")
    for copy in (tmp_path / "session").glob("*.wav"):
        copy.unlink()
    second = home("second")
    with Plugin(rate=RATE, state=tmp_path / "session" / "state.ttl") as plugin:
        told = listened(plugin, b"vowels.wav")
        for name in ("a/low.wav", "b/low.wav", "vowels.wav"):
            assert f'"{name}" is missing: put it into {second}'.encode() in told
        assert peak(played(plugin)) == 0
        for name in ("a", "b"):
            shutil.copytree(first / name, second / name)
        shutil.copy(first / "vowels.wav", second)
        urid = plugin.calls.host_urid(plugin.host, CHANGED).to_bytes(4, "little")
        assert urid in listened(plugin, urid), "the host must save it again"
        for _ in range(4000):
            if (played(plugin) == before).all():
                break
        else:
            raise AssertionError("the sounds do not play")


def test_sounds_of_the_bundle_are_not_copied(tmp_path, home):
    home("first")
    patch = {"version": 1, "parameters": BARE, "samples": [{"file": "great_bell.wav"}]}
    with Plugin(rate=RATE, state=state_file(tmp_path / "patch", json.dumps(patch))) as plugin:
        before = played(plugin)
        saved(plugin, tmp_path / "session")
    assert peak(before) > 0.01 and copies(tmp_path / "session") == []


def test_saving_again_copies_nothing_new(tmp_path, home):
    patch = sounds_of(home("first"))
    with Plugin(rate=RATE, state=state_file(tmp_path / "patch", json.dumps(patch))) as plugin:
        saved(plugin, tmp_path / "session")
        times = {path: path.stat().st_mtime_ns for path in (tmp_path / "session").glob("*.wav")}
        assert plugin.calls.host_save(plugin.host, str(tmp_path / "session").encode())
    assert len(times) == 3
    assert times == {path: path.stat().st_mtime_ns for path in (tmp_path / "session").glob("*.wav")}


def test_a_session_of_ardour_is_moved_with_its_sounds(tmp_path, home):
    """Ardour's archive packs the session's folder: here the folder is copied to another home, and exported there.
    No link of it leads out."""
    patch = json.dumps(sounds_of(home("first"))).replace("\\", "\\\\").replace('"', '\\"')
    presets = preset(tmp_path / "presets", PLUGIN, "Sounds", patch=f'"{patch}"')
    session = Session(tmp_path / "made", PLUGIN, "Sounds", script="patches.lua", presets=presets)
    session.add_notes([(1, 2, 50, 100), (4, 2, 70, 100)], 8, track="Sounds")
    before, _ = session.export("before", 4)
    assert peak(before) > 0.05
    shutil.rmtree(tmp_path / "first")
    home("second")
    for link in session.path.rglob("*"):
        if link.is_symlink():
            assert not os.path.isabs(os.readlink(link)), link
            assert pathlib.Path(os.path.realpath(link)).is_relative_to(session.path), link
    moved = session.path.rename(session.path.parent / "moved")
    shutil.copytree(moved, session.path, symlinks=True)
    shutil.rmtree(moved)
    after, _ = session.export("after", 4)
    assert (after == before).all()
