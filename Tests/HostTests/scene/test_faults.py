"""Patches that crash, hang, flood or are hostile: the host goes on, the state says why, and the scene
comes back."""
import os
import pathlib
import signal
import time

import numpy
import pytest

import scenes
from conftest import figure
from scenes import RATE, STATES


def write(folder, *lines):
    folder.mkdir(exist_ok=True)
    (folder / "_main.pd").write_text("\n".join(["#N canvas 0 0 400 300 10;", *lines]) + "\n")
    return folder


TONE = ["#X obj 10 10 osc~ 440;", "#X obj 10 30 *~ 0.1;", "#X obj 10 60 dac~;", "#X connect 0 0 1 0;",
        "#X connect 1 0 2 0;", "#X connect 1 0 2 1;"]
# A key of MIDI does it, so that the scene plays first.
KEYED = TONE[:3] + ["#X obj 90 10 notein;", *TONE[3:]]


def keyed(folder, *more):
    """A tone, and what a key of MIDI does: the fifth and further objects, the fifth is banged by the key."""
    objects = [line for line in more if not line.startswith("#X connect")]
    links = [line for line in more if line.startswith("#X connect")]
    return write(folder, *KEYED[:4], *objects, *KEYED[4:], "#X connect 3 0 4 0;", *links)


def boxes():
    """The numbers of the processes of Pd that descend from this one; other tests may run beside it."""
    parents, found = {}, []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if (folder / "cmdline").read_bytes().split(b"\0")[0].endswith(b"/bin/pd"):
                found.append(int(folder.name))
        except OSError:
            pass

    def is_ours(number):
        while number and number != os.getpid():
            number = parents.get(number)
        return bool(number)
    return [number for number in found if is_ours(number)]


def sounds(plugin, seconds=60):
    """Runs blocks until the tone is heard again."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if abs(plugin.run(256)).max() > 0.05:
            return True
        time.sleep(0.002)
    return False


def reports(plugin, *words, seconds=60):
    """Runs blocks until texts with all of these words have come."""
    end, missing = time.monotonic() + seconds, set(words)
    while missing and time.monotonic() < end:
        plugin.run(256)
        missing -= {word for word in missing if any(word in body for _, body in plugin.sent())}
        time.sleep(0.002)
    return not missing


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_pd_that_dies_or_stops_comes_back(tmp_path, how):
    with scenes.scene(write(tmp_path / "scene", *TONE), tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        before = boxes()
        assert before, "there is no Pd"
        for number in before:
            os.kill(number, how)
        assert reports(plugin, b"it restarts")
        assert sounds(plugin) and not set(before) & set(boxes())
    assert gone()


def gone(seconds=60):
    end = time.monotonic() + seconds
    while boxes() and time.monotonic() < end:
        time.sleep(0.01)
    return not boxes()


def test_a_patch_that_quits_comes_back(tmp_path):
    path = keyed(tmp_path / "scene", r"#X msg 90 60 \; pd quit;")
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        plugin.event(b"\x90\x3c\x64")
        assert reports(plugin, b"Pd has ended; it restarts") and sounds(plugin)


def test_an_endless_loop_is_ended(tmp_path):
    """No block waits for it, and nothing of it is left."""
    path = keyed(tmp_path / "scene", "#X obj 90 60 t b;", "#X obj 90 80 until;", "#X obj 90 90 + 1;",
                 "#X connect 4 0 5 0;", "#X connect 5 0 6 0;")
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        before = boxes()
        plugin.event(b"\x90\x3c\x64")
        assert reports(plugin, b"Pd hung, and was ended; it restarts") and sounds(plugin)
        assert not set(before) & set(boxes()), "the hung Pd is still there"
    assert gone()


def test_what_is_no_number_is_silent(tmp_path):
    path = write(tmp_path / "scene", "#X obj 10 10 sig~ 1e+20;", "#X obj 10 30 *~ 1e+20;", "#X obj 10 50 *~;",
                 "#X obj 90 50 sig~ 1e+20;", "#X obj 10 70 -~;", "#X obj 10 90 dac~;", "#X connect 0 0 1 0;",
                 "#X connect 1 0 2 0;", "#X connect 1 0 2 1;", "#X connect 2 0 5 0;", "#X connect 3 0 5 1;")
    with scenes.scene(path, tmp_path / "state", block=256, free_wheel=1) as plugin:
        heard = scenes.play(plugin, 4096, 256)
    assert not heard[0].any(), "infinity is heard"
    assert heard[1].max() == 8, "1e20 is heard as more than +18 dB"


def test_a_flood_of_prints_and_messages_is_survived(tmp_path):
    """A million messages a second, each printed."""
    path = keyed(tmp_path / "scene", "#X obj 90 60 t b b;", "#X msg 90 80 1000;", "#X obj 90 100 until;",
                 "#X obj 160 100 print flood;", "#X obj 90 40 metro 1;", "#X connect 4 0 5 0;",
                 "#X connect 5 0 6 0;", "#X connect 6 0 7 0;", "#X connect 4 1 8 0;")
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        for _ in range(200):
            plugin.event(b"\x90\x3c\x64")
            plugin.run(256)
        assert sounds(plugin)


def test_a_table_of_gigabytes_is_refused(tmp_path):
    path = write(tmp_path / "scene", *TONE, "#X obj 200 10 table huge 300000000;")
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        state = scenes.reach(plugin, ["playing", "failed"], seconds=60)
        figure(f"a table of 2.4 GB: the scene is {state}")


@pytest.mark.parametrize("what, word", [
    ("nothing", b"there is no scene at"), ("folder", b"neither _main.pd nor droidparty_main.pd"),
])
def test_what_is_no_scene_is_named(tmp_path, what, word):
    path = tmp_path / "scene"
    if what == "folder":
        path.mkdir()
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        assert reports(plugin, word)
        assert STATES[int(plugin["live_state"])] == "blocked"


@pytest.mark.parametrize("variable, word", [("TACTUS_PUREDATA", b"Pure Data is not installed"),
                                            ("TACTUS_BWRAP", b"bubblewrap is not installed")])
def test_what_is_not_installed_is_named(tmp_path, monkeypatch, variable, word):
    monkeypatch.setenv(variable, str(tmp_path / "nowhere"))
    with scenes.scene(write(tmp_path / "scene", *TONE), tmp_path / "state", block=256) as plugin:
        assert reports(plugin, word)
        assert STATES[int(plugin["live_state"])] == "blocked"
        assert not scenes.play(plugin, 2048, 256).any()


def test_a_broken_patch_does_not_matter(tmp_path):
    """Binary, cut short, with objects that nothing has: what is left plays, and the console says what is
    missing."""
    folder = write(tmp_path / "scene", *TONE, "#X obj 200 10 no-such-object;")
    main = folder / "_main.pd"
    main.write_bytes(main.read_bytes() + bytes(range(256)) * 40 + b"#X obj 10 10 _main;\n#X obj")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)


def test_ten_scenes_in_one_process(tmp_path):
    """Each has a sound of its own."""
    plugins = []
    try:
        for number in range(10):
            lines = [line.replace("440", str(200 + 100 * number)) for line in TONE]
            path = write(tmp_path / f"scene{number}", *lines)
            plugin = scenes.scene(path, tmp_path / f"state{number}", block=256, free_wheel=1)
            plugins.append(plugin.__enter__())
        for number, plugin in enumerate(plugins):
            heard = scenes.play(plugin, RATE // 2, 256)[0, 4800:4800 + RATE // 4]
            peak = numpy.argmax(abs(numpy.fft.rfft(heard * numpy.hanning(len(heard))))) * 4
            assert peak == 200 + 100 * number
    finally:
        for plugin in plugins:
            plugin.__exit__()
    assert gone()


def test_another_scene_is_crossed_within_ten_milliseconds(tmp_path, monkeypatch):
    """Both are constant: the way from one to the other is a straight line of 480 frames."""
    monkeypatch.setenv("TACTUS_SCENE_DEADLINE", "10000")
    paths = [write(tmp_path / f"scene{value}", f"#X obj 10 10 sig~ {value};", "#X obj 10 30 dac~;",
                   "#X connect 0 0 1 0;", "#X connect 0 0 1 1;") for value in (0.25, 0.75)]
    with scenes.scene(paths[0], tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        scenes.play(plugin, 1024, 256)
        state = scenes.state(tmp_path / "other", paths[1])
        assert plugin.calls.host_restore(plugin.host, str(state).encode())
        parts, end = [], time.monotonic() + 60
        while time.monotonic() < end and (not parts or parts[-1].min() < 0.75):
            parts.append(plugin.run(256)[0])
            time.sleep(0.001)
    heard = numpy.concatenate(parts)
    assert abs(heard[0] - 0.25) < 1e-6 and heard[-1] == 0.75
    steps = numpy.diff(heard)
    moving = numpy.flatnonzero(steps)
    assert len(moving) in (479, 480) and moving[-1] - moving[0] < 481
    assert abs(steps[moving] - 0.5 / 480).max() < 1e-6
