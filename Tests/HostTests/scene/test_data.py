"""The data folders of scenes: neither a scene's name nor a link that it created makes the host write elsewhere."""
import hashlib
import json
import os
import re
import subprocess
import time

import pytest

import scenes
from conftest import BUILD, ROOT
from lv2host import Plugin
from scenes import RATE, SCENE
from test_faults import TONE, reports, sounds, write
from test_session import save, value_of

TACTUS = ROOT / ".build" / "release" / "tactus"
# Writes `kept` into the data folder, and prints what another scene or an older Tactus left there.
KEEPS = TONE[:3] + ["#X obj 200 10 text define -k words;", "#X obj 200 40 loadbang;", "#X obj 200 50 t b b b b;",
                    "#X msg 200 60 read data/old.txt;", "#X obj 200 70 text get words 0;",
                    "#X obj 200 80 print words;", "#X msg 200 90 0;", "#X msg 300 60 write data/kept.txt;",
                    "#X msg 300 80 clear;", *TONE[3:], "#X connect 4 0 5 0;", "#X connect 5 3 6 0;",
                    "#X connect 6 0 3 0;", "#X connect 5 2 9 0;", "#X connect 9 0 7 0;", "#X connect 7 0 8 0;",
                    "#X connect 5 1 10 0;", "#X connect 10 0 3 0;"]


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The folder of data folders, in a temporary home."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home" / "share"))
    (tmp_path / "home").mkdir()
    return tmp_path / "home" / "share" / "tactus" / "scenes-data"


def name_of(path, called):
    """Returns the name of a scene's folder, as described in docs/scenes.md."""
    letters = re.sub(rb"[^A-Za-z0-9_-]", b"_", called.encode())[:40].decode()
    return f"{letters}-{hashlib.sha256(os.path.realpath(path).encode()).hexdigest()[:16]}"


def plays(path, state):
    with scenes.scene(path, state, block=256) as plugin:
        assert sounds(plugin)


def tree(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.mark.parametrize("file, called", [
    ("...pd", ".."), ("..pd", "."), ("a b.pd", "a b"), ("é/_main.pd", "é"), (".hidden/_main.pd", ".hidden"),
    ("x" * 120 + "/_main.pd", "x" * 120), ("sub/../_main.pd", "place"), ("-rf.pd", "-rf"),
    ("$(touch x).pd", "$(touch x)"),
])
def test_no_name_of_a_scene_is_a_path(tmp_path, data, file, called):
    place = tmp_path / "place"
    path = place / file
    (place / "sub").mkdir(parents=True)
    write(path.parent if path.name == "_main.pd" else place, *KEEPS)
    if path.name != "_main.pd":
        path.write_text((place / "_main.pd").read_text())
    chosen = path.parent if path.name == "_main.pd" else path
    # With `..`, as a session may contain it.
    chosen = str(chosen)
    plays(chosen, tmp_path / "state")
    name = name_of(chosen, called)
    assert tree(data) == [name, name + ".json", f"{name}/kept.txt"], tree(data)
    assert os.listdir(data.parent) == ["scenes-data"] and os.listdir(tmp_path / "home") == ["share"]


def test_two_scenes_of_one_name_have_two_folders(tmp_path, data):
    for place in ["a", "b"]:
        (tmp_path / place).mkdir()
        plays(write(tmp_path / place / "bells", *KEEPS), tmp_path / f"state-{place}")
    names = {name_of(tmp_path / place / "bells", "bells") for place in ["a", "b"]}
    assert {path.parent.name for path in data.glob("*/kept.txt")} == names and len(names) == 2


def test_a_session_finds_the_folder_of_a_scene_that_was_moved(tmp_path, data):
    (tmp_path / "first").mkdir()
    folder = write(tmp_path / "first" / "bells", *KEEPS)
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        state = save(plugin, tmp_path / "session")
    name, key = value_of(state, "scene_data").split()
    assert name == name_of(folder, "bells") and re.fullmatch("[0-9a-f]{32}", key)
    (data / name / "old.txt").write_text("mine;\n")
    (tmp_path / "second").mkdir()
    moved = folder.rename(tmp_path / "second" / "bells")

    def restored(text, number):
        session = tmp_path / f"session{number}"
        session.mkdir()
        (session / "state.ttl").write_text(scenes.state(tmp_path / f"made{number}", moved).read_text().replace(
            '"^^atom:Path ]', f'"^^atom:Path ; <urn:tactus:vocabulary#scene_data> "{text}" ]'))
        with Plugin(SCENE, rate=RATE, longest_block=256, state=session / "state.ttl") as plugin:
            found = reports(plugin, b"words: ", seconds=10)
            assert sounds(plugin)
            return found
    # A session with a wrong key or a malformed id gets a folder of its own.
    for number, text in enumerate([f"{name} {'0' * 32}", f"../{name} {key}", f".. {key}", f"{name}/ {key}", name]):
        assert not restored(text, number), text
    assert (data / name / "old.txt").exists()
    (data / name_of(moved, "bells") / "kept.txt").unlink()
    assert restored(f"{name} {key}", 9)
    assert not (data / name).exists() and (data / name_of(moved, "bells") / "old.txt").exists()


def test_a_scene_that_is_where_it_was_keeps_its_folder(tmp_path, data):
    """The session of one scene does not give its data to another."""
    (tmp_path / "a").mkdir()
    victim = write(tmp_path / "a" / "bells", *KEEPS)
    with scenes.scene(victim, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        text = value_of(save(plugin, tmp_path / "session"), "scene_data")
    (data / text.split()[0] / "old.txt").write_text("mine;\n")
    (tmp_path / "b").mkdir()
    other = write(tmp_path / "b" / "bells", *KEEPS)
    state = scenes.state(tmp_path / "made", other)
    state.write_text(state.read_text().replace(
        '"^^atom:Path ]', f'"^^atom:Path ; <urn:tactus:vocabulary#scene_data> "{text}" ]'))
    with Plugin(SCENE, rate=RATE, longest_block=256, state=state) as plugin:
        assert sounds(plugin)
    assert (data / text.split()[0] / "old.txt").exists()
    assert not (data / name_of(other, "bells") / "old.txt").exists()


def test_folders_of_an_older_tactus_are_taken_over(tmp_path, data):
    """Two scenes that shared a folder get a copy each, without its links."""
    own = data.parent / "scenes"
    for place in ["bells", "live/bells"]:
        (own / place).mkdir(parents=True)
        write(own / place, *KEEPS)
    old = data / "bells"
    (old / "sub").mkdir(parents=True)
    (old / "old.txt").write_text("mine;\n")
    (old / "sub" / "more.txt").write_text("more")
    (tmp_path / "home" / "secret").write_text("hush")
    (old / "leak").symlink_to(tmp_path / "home" / "secret")
    (old / "folder").symlink_to(tmp_path / "home")
    with scenes.scene(own / "bells", tmp_path / "state", block=256) as plugin:
        assert reports(plugin, b"words: symbol mine") and sounds(plugin)
    first, second = (data / name_of(own / place, "bells") for place in ["bells", "live/bells"])
    assert not old.exists() and (first / "old.txt").exists() and (first / "kept.txt").exists()
    assert tree(second) == ["old.txt", "sub", "sub/more.txt"]
    # A scene that is added later gets no copy.
    (tmp_path / "elsewhere").mkdir()
    with scenes.scene(write(tmp_path / "elsewhere" / "bells", *KEEPS), tmp_path / "state2", block=256) as plugin:
        assert sounds(plugin)
    assert tree(data / name_of(tmp_path / "elsewhere" / "bells", "bells")) == ["kept.txt"]


@pytest.mark.parametrize("planted", ["folder", "parent", "old"])
def test_a_planted_link_is_no_data_folder(tmp_path, data, planted):
    folder = write(tmp_path / "bells", *KEEPS)
    target = tmp_path / "home" / "precious"
    target.mkdir()
    if planted == "parent":
        data.parent.mkdir(parents=True)
        data.symlink_to(target)
    else:
        data.mkdir(parents=True)
        (data / (name_of(folder, "bells") if planted == "folder" else "bells")).symlink_to(target)
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        if planted != "old":
            assert reports(plugin, b"the scene has no data folder")
        assert sounds(plugin)
    assert os.listdir(target) == []


def test_a_renamed_scene_keeps_its_folder(tmp_path, data):
    folder = data.parent / "scenes" / "bells"
    folder.mkdir(parents=True)
    plays(write(folder, *KEEPS), tmp_path / "state")
    (data / name_of(folder, "bells") / "old.txt").write_text("mine;\n")
    for words in [("rename", "bells", "chimes"), ("move", "chimes", "live")]:
        done = subprocess.run([TACTUS, "scene", *words, "--bundle", BUILD / "tactus.lv2"], text=True,
                              capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr
    moved = folder.parent / "live" / "chimes"
    with scenes.scene(moved, tmp_path / "state2", block=256) as plugin:
        assert reports(plugin, b"words: symbol mine") and sounds(plugin)
    assert sorted(os.listdir(data)) == [name_of(moved, "chimes"), name_of(moved, "chimes") + ".json"]
    assert json.loads((data / (name_of(moved, "chimes") + ".json")).read_text())["path"] == str(moved)


@pytest.mark.parametrize("kind", ["file", "missing", "fifo"])
def test_a_recording_is_a_file_of_its_own(tmp_path, data, kind):
    """Links and pipes occupy the names of the next minute's recordings."""
    folder = write(tmp_path / "bells", *TONE)
    target = tmp_path / "home" / ".bash_login"
    if kind == "file":
        target.write_text("precious")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        place = data / name_of(folder, "bells")
        for second in range(120):
            stamp = time.strftime("%Y-%m-%d_%H-%M-%S", time.localtime(time.time() - 5 + second))
            for name in [f"recording-{stamp}.wav", f"recording-{stamp}-2.wav"]:
                if kind == "fifo":
                    os.mkfifo(place / name)
                else:
                    (place / name).symlink_to(target)
        before = set(os.listdir(place))
        plugin["record"] = 1
        end = time.monotonic() + 30
        while set(os.listdir(place)) == before and time.monotonic() < end:
            plugin.run(256)
            time.sleep(0.002)
        scenes.play(plugin, 4096, 256)
        plugin["record"] = 0
        scenes.play(plugin, 4096, 256)
    made = set(os.listdir(place)) - before
    assert len(made) == 1 and made.pop().endswith("-3.wav")
    assert target.read_text() == "precious" if kind == "file" else not target.exists()
