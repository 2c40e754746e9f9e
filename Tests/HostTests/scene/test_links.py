"""Links in a scene's folder: a link that leads out is never in the box, even if it is created at the last moment.
The window and `tactus scene check` report it."""
import ctypes
import os
import subprocess
import threading
import time

import pytest

import scenes
from conftest import BUILD, ROOT, figure
from test_faults import TONE, reports, sounds, write

TACTUS = ROOT / ".build" / "release" / "tactus"
SECRET = "hush"


def reader(folder, *names):
    """Writes a scene that prints the words of files, or `words: symbol hush` if it can read the secret."""
    lines = ["#X obj 200 10 text define -k words;", "#X obj 200 40 text get words 0;",
             "#X obj 200 60 print words;", "#X obj 200 80 loadbang;"]
    cords = ["#X connect 4 0 5 0;"]
    for number, name in enumerate(names):
        lines += [f"#X msg 200 {100 + 40 * number} read {name};", "#X obj 300 100 t b b;",
                  "#X msg 300 120 0;"]
        at = 7 + 3 * number
        cords += [f"#X connect 6 0 {at + 1} 0;", f"#X connect {at + 1} 1 {at} 0;", f"#X connect {at} 0 3 0;",
                  f"#X connect {at + 1} 0 {at + 2} 0;", f"#X connect {at + 2} 0 4 0;"]
    return write(folder, *TONE[:3], *lines, *TONE[3:], *cords)


def heard(folder, state, seconds=60):
    """Returns what a scene has printed once it plays and has read its last file."""
    texts = []
    with scenes.scene(folder, state, block=256) as plugin:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            loud = abs(plugin.run(256)).max() > 0.05
            texts += [body for _, body in plugin.sent()]
            if loud and any(b"words: " in text or b"can't open" in text for text in texts):
                return b"\n".join(texts).decode(errors="replace")
            time.sleep(0.002)
    raise AssertionError(b"\n".join(texts[-3:]))


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home folder with a secret, which contains the scene."""
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "id_rsa").write_text(f"{SECRET};\n")
    (tmp_path / "scenes").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / ".local" / "share"))
    return tmp_path


# The planted links (name and target), and the path by which the scene reads the secret.
LINKS = {
    "relative": ([("keys", "../../.ssh")], "keys/id_rsa"),
    "absolute": ([("keys", "{home}/.ssh")], "keys/id_rsa"),
    "file": ([("key.txt", "../../.ssh/id_rsa")], "key.txt"),
    "chain": ([("a", "b"), ("b", "../../.ssh")], "a/id_rsa"),
    "parent": ([("up", "..")], "up/../.ssh/id_rsa"),
    "root": ([("all", "/")], "all{home}/.ssh/id_rsa"),
    "down and up": ([("keys", "sub/../../../.ssh")], "keys/id_rsa"),
    "nested": ([("sub/keys", "../../../.ssh")], "sub/keys/id_rsa"),
    "data": ([("data", "../../.ssh")], "data/id_rsa"),
}


@pytest.mark.parametrize("kind", LINKS)
@pytest.mark.parametrize("is_file", [False, True])
def test_a_link_does_not_leave_the_box(home, kind, is_file):
    links, path = LINKS[kind]
    folder = reader(home / "scenes" / "nice", path.format(home=home))
    (folder / "sub").mkdir()
    for name, text in links:
        (folder / name).symlink_to(text.format(home=home))
    assert (folder / path.format(home=home)).read_text() == f"{SECRET};\n", "the link must lead to the secret"
    said = heard(folder / "_main.pd" if is_file else folder, home / "state")
    assert SECRET not in said and "can't open" in said
    # The scene's own `data` folder replaces a link of that name.
    named = [name for name, text in links if text != "b"]
    assert f"“{named[0]}” leads out of the scene's folder, so the scene can't see it" in said
    done = subprocess.run([TACTUS, "scene", "check", folder, "--bundle", BUILD / "tactus.lv2"], text=True,
                          capture_output=True, timeout=60)
    assert f"{folder}/{named[0]}" in done.stdout + done.stderr and "leads out of" in done.stdout + done.stderr


def test_a_link_within_the_scene_works(home):
    folder = reader(home / "scenes" / "nice", "word.txt", "sub/up.txt")
    (folder / "sub").mkdir()
    (folder / "sub" / "real.txt").write_text("plain;\n")
    (folder / "word.txt").symlink_to("sub/real.txt")
    (folder / "sub" / "up.txt").symlink_to("../word.txt")
    said = heard(folder, home / "state")
    assert "words: symbol plain" in said and "leads out" not in said and "can't open" not in said


def test_a_patch_that_is_a_link_is_refused(home):
    folder = home / "scenes" / "nice"
    folder.mkdir()
    (folder / "_main.pd").symlink_to("../../.ssh/id_rsa")
    with scenes.scene(folder, home / "state", block=256) as plugin:
        assert reports(plugin, b"is a link: put the patch itself into the scene's folder")
        assert scenes.STATES[int(plugin["live_state"])] == "blocked"


def test_settings_behind_a_link_are_not_read(home):
    folder = write(home / "scenes" / "nice", *TONE, "#X obj 200 10 hsl 100 20 0 1 0 0 a b empty 0 0 0 10 0 0 0 0;")
    (home / "private.json").write_text('{"sample_rate": 22050}')
    (folder / "tactus.json").symlink_to("../../private.json")
    with scenes.scene(folder, home / "state", block=256) as plugin:
        assert sounds(plugin)
        assert plugin["latency"] < 600, "the linked file set the rate"


@pytest.mark.parametrize("path", ["{home}", "{home}/scenes/..", "/"])
def test_a_folder_with_the_home_in_it_is_no_scene(home, path):
    write(home, *TONE)
    with scenes.scene(path.format(home=home), home / "state", block=256) as plugin:
        assert reports(plugin, b"contains your home")
        assert scenes.STATES[int(plugin["live_state"])] == "blocked"


def test_a_patch_in_the_home_by_another_path_shows_itself_alone(home):
    """`HOME/scenes/../x.pd` is also in the home."""
    reader(home / "made", ".ssh/id_rsa")
    (home / "tone.pd").write_text((home / "made" / "_main.pd").read_text())
    (home / "alias").symlink_to(".")
    for number, path in enumerate([home / "scenes/../tone.pd", home / "alias/tone.pd", f"{home}/./tone.pd"]):
        said = heard(path, home / f"state{number}")
        assert SECRET not in said and "can't open" in said


def test_an_exchange_while_the_box_is_made_gains_nothing(home):
    """Another program swaps a folder and a link as fast as it can while boxes are created."""
    folder = reader(home / "scenes" / "nice", "samples/id_rsa")
    (folder / "samples").mkdir()
    (folder / "samples" / "id_rsa").write_text("mine;\n")
    (folder / "other").symlink_to("../../.ssh")
    names = [str(folder / name).encode() for name in ("samples", "other")]
    call, ends, count = ctypes.CDLL(None).renameat2, threading.Event(), 0

    def exchange():
        nonlocal count
        while not ends.is_set():
            assert call(-100, names[0], -100, names[1], 2) == 0
            count += 1
    thread = threading.Thread(target=exchange)
    thread.start()
    try:
        seen = 0
        for number in range(20):
            with scenes.scene(folder, home / f"state{number}", block=256) as plugin:
                end = time.monotonic() + 20
                while time.monotonic() < end:
                    plugin.run(256)
                    texts = b"\n".join(body for _, body in plugin.sent())
                    assert SECRET.encode() not in texts
                    if b"words: " in texts or b"can't open" in texts or b"was replaced" in texts:
                        seen += 1
                        break
                    time.sleep(0.001)
    finally:
        ends.set()
        thread.join()
    figure(f"{count} swaps of a folder and a link; {seen} of 20 scenes printed a word")
    assert seen and count > 100


def test_a_copy_of_a_scene_has_no_more_than_the_scene(home):
    folder = home / ".local/share/tactus/scenes/nice"
    folder.mkdir(parents=True)
    write(folder, *TONE)
    (folder / "keys").symlink_to(home / ".ssh")
    (folder / "key.txt").symlink_to(home / ".ssh" / "id_rsa")
    (folder / "own.txt").write_text("own")
    done = subprocess.run([TACTUS, "scene", "copy", "nice", "second", "--bundle", BUILD / "tactus.lv2"],
                          text=True, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    copy = folder.parent / "second"
    assert sorted(os.listdir(copy)) == ["_main.pd", "own.txt"]


def test_a_scene_with_a_link_that_leads_out_cannot_be_trusted(home):
    """Its behavior could change without changing its hash."""
    folder = write(home / "scenes" / "nice", *TONE)
    (folder / "code.pd_linux").symlink_to("../code.so")
    (home / "scenes" / "code.so").write_text("")
    done = subprocess.run([TACTUS, "scene", "trust", folder, "--no-box"], text=True, capture_output=True,
                          timeout=60, env=dict(os.environ, XDG_CONFIG_HOME=str(home / "config")))
    assert done.returncode != 0 and "a link leads out of its folder" in done.stderr
