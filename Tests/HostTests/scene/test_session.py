"""A session keeps its scene: saved by lilv as hosts do, moved, and loaded again."""
import json
import re
import shutil
import subprocess
import sys
import threading
import zipfile

import numpy
import pytest

import pages
import scenes
from scenes import RATE, SCENE
from lv2host import Plugin
from osc import free_port
from test_faults import TONE, reports, sounds, write
from test_scene_osc import Talk

KEY = "urn:tactus:vocabulary#"


def save(plugin, session, runs=False):
    """Saves into a new folder; returns the text of the state. A host that `runs` plays meanwhile."""
    session.mkdir()
    ends = threading.Event()

    def play():
        while not ends.wait(0.001):
            plugin.run(256)
    thread = threading.Thread(target=play)
    if runs:
        thread.start()
    try:
        assert plugin.calls.host_save(plugin.host, str(session).encode())
    finally:
        ends.set()
        if runs:
            thread.join()
    return (session / "state.ttl").read_text()


def value_of(state, key):
    """A text of a state; None: it has none."""
    found = re.search(rf'{key}>?\s+"""(.*?)"""|{key}>?\s+"(.*?)"', state, re.DOTALL)
    return found and (found[1] or found[2]).replace('\\"', '"')


@pytest.mark.parametrize("is_file", [False, True])
def test_a_session_that_is_moved_has_its_scene(tmp_path, is_file):
    """A scene outside of the session is linked there, and one inside of it moves with it."""
    folder = write(tmp_path / "my scene", *TONE)
    session = tmp_path / "session"
    session.mkdir()
    with scenes.scene(folder / "_main.pd" if is_file else folder, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        plugin["level"] = -6
        assert plugin.calls.host_save(plugin.host, str(session).encode())
    assert str(folder) not in (session / "state.ttl").read_text(), "the path is that of one machine"
    moved = session.rename(tmp_path / "moved")
    with Plugin(SCENE, rate=RATE, longest_block=256, state=moved / "state.ttl") as plugin:
        assert sounds(plugin) and plugin["level"] == -6


def test_a_session_has_what_was_moved_just_before(tmp_path):
    """A host may save behind the block in which it moved a port. What it moved before it restores a session is
    not part of that one."""
    folder = pages.write(tmp_path / "scene", *pages.heard("level", init=0))
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        plugin.run(64)
        for number in range(1, 17):
            plugin["p_01"] = number / 32
            pages.level(plugin, number / 32)
            state = save(plugin, tmp_path / f"session{number}")
            assert json.loads(value_of(state, "scene_values")) == {"level": number / 32}
        for number in range(1, 4):
            plugin["p_01"] = 1 - number / 32
            plugin.run(64)
            path = tmp_path / f"session{number}" / "state.ttl"
            assert plugin.calls.host_restore(plugin.host, str(path).encode())
            pages.level(plugin, number / 32)
            state = save(plugin, tmp_path / f"again{number}")
            assert json.loads(value_of(state, "scene_values")) == {"level": number / 32}


def test_a_session_without_a_scene_is_silent(tmp_path):
    session = tmp_path / "session"
    session.mkdir()
    with Plugin(SCENE, rate=RATE, longest_block=256) as plugin:
        assert plugin.calls.host_save(plugin.host, str(session).encode())
    with scenes.scene(write(tmp_path / "scene", *TONE), tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        assert plugin.calls.host_restore(plugin.host, str(session / "state.ttl").encode())
        assert reports(plugin, b"None")
        assert not scenes.play(plugin, 4096, 256)[:, 2048:].any()


@pytest.mark.parametrize("is_file", [False, True])
def test_a_session_has_its_scene_with_it(tmp_path, monkeypatch, is_file):
    """On a machine where the scene is not: its zip file lies in the session, with all that the patch needs,
    and nothing else. Widgets have what they had."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "first"))
    folder = tmp_path / "elsewhere" / "my scene"
    (folder / "sounds").mkdir(parents=True)
    pages.write(folder, *pages.heard(r"\$0-level")[:1], "#X obj 10 40 part;", "#X obj 10 60 sig~;",
                r"#X obj 10 70 r \$0-level;", "#X obj 10 90 dac~;", "#X connect 1 0 4 1;",
                "#X connect 3 0 2 0;", "#X connect 2 0 4 0;", "#X msg 300 10 read sounds/a.wav x;",
                "#X msg 300 40 read key.txt;")
    (folder / "part.pd").write_text(
        "#N canvas 0 0 400 300 10;\n#X obj 10 10 outlet~;\n#X obj 10 0 sig~ 0.5;\n#X connect 1 0 0 0;\n")
    (folder / "sounds" / "a.wav").write_bytes(bytes(100))
    (folder / "diary.txt").write_text("secret")
    (tmp_path / "key.txt").write_text("of someone")
    (folder / "key.txt").symlink_to(tmp_path / "key.txt")
    scene = folder / "_main.pd" if is_file else folder
    with scenes.scene(scene, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.put(plugin, {"$0-level": 0.375})
        pages.level(plugin, 0.375)
        state = save(plugin, tmp_path / "session")
    assert str(tmp_path) not in state, "a path is that of one machine"
    parcels = [path for path in (tmp_path / "session").iterdir() if path.name.startswith("scene.zip")]
    with zipfile.ZipFile(parcels[0]) as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
        assert archive.read(next(name for name in names if name.endswith("a.wav"))) == bytes(100)
    head = "" if is_file else "my scene/"
    wanted = {"_main.pd", "part.pd", "sounds/a.wav"} | (set() if is_file else {"diary.txt"})
    assert names == {head + name for name in wanted}
    shutil.rmtree(tmp_path / "elsewhere")
    moved = (tmp_path / "session").rename(tmp_path / "moved")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "second"))
    for _ in range(2):
        with Plugin(SCENE, rate=RATE, longest_block=64, state=moved / "state.ttl") as plugin:
            pages.until(plugin, lambda sound: sound[1, 0] == 0.5 and sound[0, 0] == 0.375)
    unpacked = list((tmp_path / "second" / "tactus" / "scenes-sessions").iterdir())
    assert len(unpacked) == 1 and not unpacked[0].name.startswith("."), unpacked


def test_a_scene_of_the_users_folder_is_found_by_name(tmp_path, monkeypatch):
    """There where it is; and in the session's zip file where there is none of that name."""
    def own(place, level):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / place))
        return pages.write(pages_folder(tmp_path / place), f"#X obj 10 60 sig~ {level};",
                           "#X obj 10 90 dac~;", "#X connect 0 0 1 0;")
    path = own("first", 0.25)
    with scenes.scene(path, tmp_path / "state", block=64) as plugin:
        pages.level(plugin, 0.25)
        state = save(plugin, tmp_path / "session")
    assert value_of(state, "scene_name") == "mine" and "vocabulary#scene>" not in state
    own("second", 0.5)
    for place, level in [("second", 0.5), ("third", 0.25)]:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / place))
        with Plugin(SCENE, rate=RATE, longest_block=64, state=tmp_path / "session" / "state.ttl") as plugin:
            pages.level(plugin, level)


def pages_folder(data):
    folder = data / "tactus" / "scenes" / "mine"
    folder.mkdir(parents=True)
    return folder


# It keeps a number that keys set, and plays it.
REMEMBERS = ["#X obj 10 10 r save;", "#X obj 10 30 f;", "#X obj 10 50 list prepend level;",
             "#X obj 10 70 list trim;", "#X obj 10 90 s tactus-save;", "#X obj 200 10 r load;",
             "#X obj 200 30 route level;",
             "#X obj 200 70 sig~;", "#X obj 200 90 dac~;", "#X obj 300 10 notein;", "#X obj 300 30 / 128;"]
CORDS = ["0 0 1 0", "1 0 2 0", "2 0 3 0", "3 0 4 0", "5 0 6 0", "6 0 1 1", "6 0 7 0", "7 0 8 0", "9 0 10 0",
         "10 0 1 1", "10 0 7 0"]


def remembers(folder, *more):
    return pages.write(folder, *REMEMBERS, *[line for line in more if "connect" not in line],
                       *(f"#X connect {cord};" for cord in CORDS),
                       *[line for line in more if "connect" in line])


def test_a_patch_gets_back_what_it_has_saved(tmp_path):
    with scenes.scene(remembers(tmp_path / "scene"), tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        plugin.event(b"\x90\x40\x64")
        pages.level(plugin, 0.5)
        state = save(plugin, tmp_path / "session", runs=True)
        assert value_of(state, "scene_memory") == '[["level", 0.5]]'
        # A host that does not run while it saves gets the answer before.
        plugin.event(b"\x90\x20\x64")
        pages.level(plugin, 0.25)
        assert value_of(save(plugin, tmp_path / "still"), "scene_memory") == '[["level", 0.5]]'
        assert value_of(save(plugin, tmp_path / "again", runs=True), "scene_memory") == '[["level", 0.25]]'
    with Plugin(SCENE, rate=RATE, longest_block=256, state=tmp_path / "session" / "state.ttl") as plugin:
        pages.level(plugin, 0.5)
        plugin["restart"] = 1
        pages.until(plugin, lambda _: scenes.STATES[int(plugin["live_state"])] == "starting")
        pages.level(plugin, 0.5)
        # Before anything was asked here: a host that does not run keeps what was loaded.
        assert value_of(save(plugin, tmp_path / "third"), "scene_memory") == '[["level", 0.5]]'


def test_a_patch_that_saves_too_much_keeps_what_it_had(tmp_path):
    """Lists of 60 numbers: 200 of them are 60 kB, 381 are 114 kB."""
    folder = remembers(
        tmp_path / "scene", "#X obj 10 200 r save;", "#X obj 10 220 f 200;", "#X obj 10 240 until;",
        "#X msg 10 260 \\; tactus-save " + " ".join(["1.5"] * 60) + ";", "#X obj 100 10 ctlin 1;",
        "#X obj 100 30 * 3;", "#X connect 11 0 12 0;", "#X connect 12 0 13 0;", "#X connect 13 0 14 0;",
        "#X connect 15 0 16 0;", "#X connect 16 0 12 1;")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        plugin.event(b"\x90\x40\x64")
        pages.level(plugin, 0.5)
        kept = value_of(save(plugin, tmp_path / "first", runs=True), "scene_memory")
        assert kept.count("[1.5") == 200 and '["level", 0.5]' in kept
        for control, expected in [(127, kept), (100, kept), (50, None)]:
            plugin.event(bytes([0xB0, 1, control]))
            scenes.play(plugin, 4096, 256)
            now = value_of(save(plugin, tmp_path / str(control), runs=True), "scene_memory")
            assert now == expected if expected else now.count("[1.5") == 150


def test_another_pd_is_named(tmp_path):
    """The version is what Pd says itself; a session of another one warns."""
    said = subprocess.run([scenes.PD, "-version"], capture_output=True, text=True).stderr
    version = re.search(r"Pd-(\S+)", said)[1]
    with scenes.scene(write(tmp_path / "scene", *TONE), tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        state = save(plugin, tmp_path / "session", runs=True)
    assert value_of(state, "scene_version") == version
    path = tmp_path / "session" / "state.ttl"
    path.write_text(state.replace(f'"{version}"', '"0.1.2"'))
    with Plugin(SCENE, rate=RATE, longest_block=256, state=path) as plugin:
        assert reports(plugin, f"saved with Pd 0.1.2, and this is Pd {version}".encode())
        assert sounds(plugin)


def test_a_main_patch_of_rjdj_stays_one_in_a_session(tmp_path, monkeypatch):
    """Its rate depends on the name of its folder, which the zip file has."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "first"))
    (tmp_path / "elsewhere").mkdir()
    folder = write(tmp_path / "elsewhere" / "walk.rj", *TONE)
    latencies = []
    with scenes.scene(folder / "_main.pd", tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        latencies.append(plugin["latency"])
        save(plugin, tmp_path / "session")
    shutil.rmtree(tmp_path / "elsewhere")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "second"))
    with Plugin(SCENE, rate=RATE, longest_block=256, state=tmp_path / "session" / "state.ttl") as plugin:
        assert sounds(plugin)
        latencies.append(plugin["latency"])
    assert latencies[0] == latencies[1] > 256 + 64, "it is resampled"


def test_what_pages_and_programs_set_is_saved_and_stays(tmp_path):
    """A widget that OSC moves, and the level that a page sets, which holds until its port moves."""
    folder = pages.write(tmp_path / "scene", *pages.heard(r"\$0-level"))
    changed = b"http://lv2plug.in/ns/ext/state#StateChanged"
    port = free_port()

    def is_marked(plugin):
        urid = plugin.calls.host_urid(plugin.host, changed)
        return any(body[4:8] == urid.to_bytes(4, sys.byteorder) for _, body in plugin.sent())

    def rests(sound, decibels):
        return bool((sound[0] == sound[0, 0]).all() and abs(sound[0, 0] / 0.375 - 10 ** (decibels / 20)) < 1e-3)

    with scenes.scene(folder, tmp_path / "state", block=64, osc_listen=1, osc_port=port) as plugin:
        talk = Talk(plugin, port)
        for address, *arguments in [("scene/set", "$0-level", 0.375), ("scene/window", 0, "port", "level -6")]:
            while is_marked(plugin):
                plugin.run(64)
            talk.say("/tactus/" + address, *arguments)
            pages.until(plugin, lambda _: is_marked(plugin))
        half = pages.until(plugin, lambda sound: sound[0, 0] if rests(sound, -6) else None)
        assert plugin["level"] == 0, "the port is the host's"
        plugin.restart()
        pages.level(plugin, half)
        plugin["free_wheel"] = 1
        pages.level(plugin, half)
        plugin["free_wheel"] = 0
        pages.level(plugin, half)
        save(plugin, tmp_path / "session")
        talk.close()
    for first in (0, -20):
        with Plugin(SCENE, rate=RATE, longest_block=64, state=tmp_path / "session" / "state.ttl") as plugin:
            plugin["level"] = first  # The first value of a host is no move.
            pages.level(plugin, half)
            plugin["level"] = -12
            pages.until(plugin, lambda sound: rests(sound, -12))
            assert "vocabulary#sent" not in save(plugin, tmp_path / f"moved{first}")
            plugin["level"] = 0
    # Another scene begins with what the host has.
    with Plugin(SCENE, rate=RATE, longest_block=64, state=tmp_path / "session" / "state.ttl") as plugin:
        pages.level(plugin, half)
        pages.put(plugin, {"$0-level": 0.375})
        plugin.event(pages.message(plugin, "Set", KEY + "scene", str(folder)), 0, pages.ATOM + "Object")
        pages.until(plugin, lambda sound: sound[0, 0] not in (0, half))
        assert "vocabulary#sent" not in save(plugin, tmp_path / "chosen")
