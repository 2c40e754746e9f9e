"""Scenes that are damaged, too large or ill-behaved, and folders that vanish: the host plays on, the rest of
the scene sounds, and what is wrong is said."""
import shutil
import struct
import time

import numpy
import pytest

import scenes
from lv2host import BEGAN, TOUCH, touch
from test_faults import TONE, reports, sounds, write


def seconds_of(plugin, seconds=1):
    return scenes.play(plugin, int(seconds * scenes.RATE), 256)


@pytest.mark.parametrize("name, text", [
    ("truncated", "#N canvas 0 0 400 300 10;\n#X obj 10 10 osc~ 44"),
    ("half a record", "#N canvas 0 0 400 300 10;\n#X obj 10 10 osc~ 440;\n#X connect 0 0"),
    ("canvases that never end", "#N canvas 0 0 400 300 10;\n" * 40),
    ("binary", bytes(range(256)) * 64),
    ("zeros", bytes(100_000)),
    ("empty", b"")], ids=lambda value: value if isinstance(value, str) and len(value) < 30 else "")
def test_a_damaged_file_takes_nothing_with_it(tmp_path, name, text):
    folder = write(tmp_path / name, *TONE)
    (folder / "_main.pd").write_bytes(text if isinstance(text, bytes) else text.encode())
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert scenes.reach(plugin, ["playing", "failed", "starting"])
        assert numpy.isfinite(seconds_of(plugin)).all()
        # Another scene plays in the same instance afterwards.
        good = scenes.state(tmp_path / "good", write(tmp_path / "tone", *TONE))
        assert plugin.calls.host_restore(plugin.host, str(good).encode())
        assert sounds(plugin)


def test_what_is_missing_is_said_and_the_rest_sounds(tmp_path):
    folder = write(tmp_path / "scene", *TONE, "#X obj 200 10 no_such_thing 5;", "#X obj 200 40 self;")
    (folder / "self.pd").write_text("#N canvas 0 0 100 100 10;\n#X obj 10 10 self;\n")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        # It is reported no later than the first sound.
        assert reports(plugin, b"no_such_thing 5")
        assert sounds(plugin)


def test_ten_thousand_objects_play(tmp_path):
    many = [f"#X obj {n % 100} {n // 100} f {n};" for n in range(10_000)]
    with scenes.scene(write(tmp_path / "scene", *TONE, *many), tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)


def test_names_with_spaces_and_dollars(tmp_path):
    """Of the folder, of the file, and of what the patch sends to."""
    folder = write(tmp_path / "my $0 scene; is, {here}", *TONE, r"#X obj 200 10 r \$0-a\ b;",
                   r"#X obj 200 40 s \$0-a\ b;", "#X connect 3 0 4 0;")
    other = folder / "a second $1 one.pd"
    other.write_text((folder / "_main.pd").read_text())
    for number, path in enumerate((folder, other)):
        with scenes.scene(path, tmp_path / f"state{number}", block=256) as plugin:
            assert sounds(plugin)


def test_a_folder_that_vanishes_plays_on_until_it_begins_anew(tmp_path):
    folder = write(tmp_path / "scene", *TONE)
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        shutil.rmtree(folder)
        assert sounds(plugin) and scenes.reach(plugin, ["playing", "late"])
        plugin["restart"] = 1
        assert scenes.reach(plugin, ["blocked"]) == "blocked"
        plugin["restart"] = 0
        assert numpy.isfinite(seconds_of(plugin, 0.2)).all()


def test_what_a_patch_says_wrongly_is_passed_over(tmp_path):
    """Commands with other words, numbers and lengths than they have."""
    words = ["#pdparty", "#pdparty 5", "#pdparty nothing 1", "#pdparty gyro loud", "#pdparty gyro speed 9",
             "#pdparty loc filter -5", "#pdparty touch extended", "#pdparty scene", "#pdparty scene ..",
             "#pdparty scene a/b", "#pdparty record off", "#pdparty openurl", "#osc-out 1 2 3",
             "#osc-out 300 -1 0 0 0 0 0 0", "#osc-out a b c d e f g h", "tactus-note", "tactus-note a b",
             "tactus-note 1e30 -1e30 99", "tactus-control 1", "tactus-bend high", "tactus-program -7 -7",
             "tactus-transport play", "tactus-transport tempo 0", "tactus-transport 5 5",
             "#osc-out " + " ".join(["1"] * 2000)]
    messages = " ".join(rf"\; {text}" for text in words)
    folder = write(tmp_path / "scene", *TONE, "#X obj 200 10 r #touch;", f"#X msg 200 40 {messages};",
                   "#X connect 3 0 4 0;")
    with scenes.scene(folder, tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        midi, turn, end = [], 0, time.monotonic() + 60
        while (turn < 100 or not midi) and time.monotonic() < end:
            if turn % 10 == 0:
                plugin.event(touch(BEGAN, turn, 0.5, 0.5), 0, TOUCH)
            plugin.run(256)
            midi += [body[:3] for _, body in plugin.sent() if len(body) == 3]
            turn += 1
            time.sleep(0.002)
        assert sounds(plugin)
    # Numbers are clamped to what MIDI has.
    assert set(midi) <= {b"\x9f\x7f\x00"} and midi, midi


def test_events_of_the_host_that_no_surface_sends(tmp_path):
    """Events of unknown kinds, numbers that are none, and bodies that are cut."""
    with scenes.scene(write(tmp_path / "scene", *TONE, "#X obj 200 10 r #touch;", "#X obj 200 30 print t;",
                            "#X connect 3 0 4 0;"), tmp_path / "state", block=256) as plugin:
        assert sounds(plugin)
        for kind in (0, 8, 9, 14, 17, 99, 2 ** 31):
            for number in (float("nan"), float("inf"), -1e38, 0.5):
                for identifier in (-5, 0, 7, 2 ** 31 - 1):
                    body = struct.pack("=IIiffff", kind, 3, identifier, *[number] * 4)
                    plugin.event(body, 100, TOUCH)
                    plugin.event(body[:20], 100, TOUCH)
            plugin.run(256)
        assert sounds(plugin) and not reports(plugin, b"nan", seconds=0.7)
