"""The scenes of the bundle, each in a Pd of its own: they sound, they do what they say, and Pd does not
complain."""
import json
import pathlib
import plistlib

import numpy as np
import pytest
import scenes
import soundfile
from pd_scene import PdScene, complaints

SCENES = pathlib.Path(__file__).resolve().parents[3] / "bundle/scenes"
FOLDERS = sorted((SCENES / "libs").iterdir())
MAINS = sorted([*SCENES.glob("*/*main.pd"), *SCENES.glob("*.pd")])
# What Pd says of its scheduler, whatever the patch is.
USUAL = {"unknown audio API specified", "pd-extern: EOF on input"}
KNOB = "32 100 0 1 0 1 a b c 0 0 0 8 0 0 0 0 1"
ARGUMENTS = {"knob": KNOB, "mknob": KNOB, "loadsave": "file", "droidnetclient": "localhost 9",
             "droidnetreceive": "9009"}
HEAD = "#N canvas 0 0 450 300 12;\n"


def name(patch):
    return patch.stem if patch.parent == SCENES else patch.parent.name


def rms(sound):
    return np.sqrt((np.asarray(sound, float) ** 2).mean())


def plucks(rate=48000, seconds=4):
    """Something to hear: a tone that begins each second, on the left a fifth above the right."""
    time = np.arange(rate * seconds) / rate
    gate = np.exp(-6 * (time % 1))
    return 0.3 * gate * np.array([np.sin(2 * np.pi * 330 * time), np.sin(2 * np.pi * 220 * time)])


class Played:
    """A scene that plays; what Pd has said is compared at its end."""

    def __init__(self, scene, rate=48000):
        self.patch = next(patch for patch in MAINS if name(patch) == scene)
        self.rate = rate

    def __enter__(self):
        self.scene = PdScene(self.patch, FOLDERS, self.rate)
        return self

    def play(self, seconds, *events, sound=None):
        out = self.scene.play(seconds, events, sound, self.rate)
        assert np.isfinite(out).all() and abs(out).max() <= 1
        return out

    def __exit__(self, kind, *_):
        self.scene.close()
        if kind is None:
            assert [line for line in self.scene.console if line not in USUAL] == []


@pytest.mark.parametrize("patch", MAINS, ids=name)
def test_a_scene_plays_twice_the_same(patch):
    def once():
        with Played(name(patch)) as scene:
            return scene.play(1.5, sound=plucks())
    assert np.array_equal(once(), once())


@pytest.mark.parametrize("patch", MAINS, ids=name)
def test_a_render_of_a_scene_does_not_depend_on_the_block_size(tmp_path, patch):
    """In free wheel, without the latency, which depends on the longest block."""
    sound, frames, results = scenes.noise(24000, seed=8), 24000, []
    for block in (64, 1, 17, 333, 1024):
        folder = patch if patch.parent == SCENES else patch.parent
        with scenes.scene(folder, tmp_path / f"state{block}", block=block, free_wheel=1) as plugin:
            heard = scenes.play(plugin, frames + 4096, block, sound)
            latency = int(plugin["latency"])
            results.append(heard[:, latency:latency + frames])
    for other in results[1:]:
        assert np.array_equal(results[0], other)


@pytest.mark.parametrize("patch", MAINS, ids=name)
def test_a_scene_says_what_it_is(patch):
    if patch.parent.suffix == ".rj":
        said = plistlib.loads((patch.parent / "Info.plist").read_bytes())["info"]
    elif patch.parent != SCENES and patch.name == "_main.pd":
        said = json.loads((patch.parent / "info.json").read_text())
    else:
        return
    assert sorted(said) == ["author", "category", "description", "name"] and all(said.values())


@pytest.mark.parametrize("path", sorted(SCENES.glob("libs/*/*.pd")), ids=lambda path: path.stem)
def test_an_abstraction_loads_without_a_complaint(path):
    words = ARGUMENTS.get(path.stem, "1 1 one two 0 1 0")
    said = complaints(FOLDERS, HEAD + f"#X obj 1 1 {path.stem} {words};\n")
    assert [line for line in said if line not in USUAL] == []


def test_a_missing_object_is_a_complaint():
    """Otherwise the tests above could not fail."""
    said = complaints(FOLDERS, HEAD + "#X obj 1 1 there-is-no-such;\n")
    assert any("couldn't create" in line for line in said)


def test_fingers_sound_while_there_are_fingers_and_beat_with_their_distance():
    with Played("fingers") as scene:
        assert rms(scene.play(0.5)) == 0
        near = scene.play(2, (0, "tactus-ctl", "group_count", 2), (0, "tactus-ctl", "group_spread", 0),
                          (0, "tactus-ctl", "group_centroid_y", 0.8))
        far = scene.play(2, (0, "tactus-ctl", "group_spread", 1))
        scene.play(1, (0, "tactus-ctl", "group_count", 0))
        assert rms(scene.play(0.5)) < 1e-4 < rms(near) / 100

    def beating(sound):
        levels = np.sqrt((sound[0][-65536:].reshape(-1, 1024) ** 2).mean(1))
        return levels.std() / levels.mean()
    assert beating(far) > 2 * beating(near)


def test_the_grain_loop_plays_what_it_has_kept():
    with Played("grain_loop") as scene:
        # It keeps two seconds of 48 kHz from the bang on.
        scene.play(2.5, (0, "gl-rec", "bang"), (0, "gl-dry-set", 0), sound=plucks())
        assert rms(scene.play(1)) > 0.003
        # Other places are other grains.
        left = scene.play(1, (0, "gl-pos-set", 0))
        right = scene.play(1, (0, "#touch", "down", 1, 0.45, 0.5))
        assert abs(rms(left) - rms(right)) > 0.1 * rms(left)


def test_the_garden_plays_faster_when_it_is_tilted():
    def onsets(x):
        with Played("tilt_garden") as scene:
            scene.play(0.2, (0, "#accelerate", "list", x, 0, -1), (0, "tg-echo-set", 0))
            sound = scene.play(4)[0]
        level = np.sqrt((sound[:sound.size // 480 * 480].reshape(-1, 480) ** 2).mean(1))
        rises = level[2:] > 1.15 * level[:-2] + 0.002
        return np.count_nonzero(rises[1:] & ~rises[:-1])
    # A note lasts 60 ms when it is tilted to the left and 900 when to the right: 66 and 4 in four seconds.
    assert onsets(-1) > 40 and onsets(1) in (4, 5)


def test_the_step_grid_plays_its_switches_in_time():
    with Played("step_grid") as scene:
        off = [(0, f"sg-{row}-{step}-set", 0) for row in range(4) for step in range(8)]
        scene.play(1, (0, "sg-tempo-set", 480), *off)
        assert rms(scene.play(1)) < 1e-4
        sound = scene.play(4, (0, "sg-0-0-set", 1), (0, "sg-0-4-set", 1))[0]
    loud = np.flatnonzero(np.abs(sound) > 0.05)
    begins = loud[np.flatnonzero(np.diff(loud, prepend=-48000) > 4800)] / 48000
    # Four steps of an eighth of a second are half a second.
    assert len(begins) in (7, 8, 9) and np.abs(np.diff(begins[1:]) - 0.5).max() < 0.003


def test_the_guitar_box_passes_its_input_when_it_is_off():
    sound = plucks()
    with Played("guitar_box") as scene:
        scene.play(0.5, (0, "gb-on-set", 0))
        out = scene.play(2, sound=sound)
        expected = np.clip(sound.sum(0), -0.95, 0.95)[:out.shape[1]]
        assert np.abs(out - expected).max() < 1e-5
        wet = scene.play(2, (0, "gb-on-set", 1), sound=sound)
        assert np.abs(wet - expected).max() > 0.05


def test_the_walk_repeats_what_it_hears_at_its_own_rate():
    click = np.zeros((2, 22050))
    click[:, 100] = 0.9
    with Played("echo_walk.rj", 22050) as scene:
        # The finger at 100 of 320: 560 ms on the left, 0.73 of it on the right.
        scene.play(2, (0, "#touch", "down", 1, 100, 160))
        out = scene.play(1, sound=click)
    for side, expected in ((0, 0.560), (1, 0.560 * 0.73)):
        assert abs(np.abs(out[side]).argmax() / 22050 - 100 / 22050 - expected) < 0.01


def test_the_pocket_pad_sounds_where_it_is_touched():
    with Played("pocket_pad") as scene:
        assert rms(scene.play(0.5)) == 0
        tone = scene.play(1, (0, "pd-cut", 100), (0, "pd-res", 0), (0, "pd-pad", 0.5, 0.5))[0][-32768:]
        peak = np.abs(np.fft.rfft(tone * np.hanning(tone.size))).argmax() * 48000 / tone.size
        assert abs(peak / (440 * 2 ** ((7 * 2 + 45 - 69) / 12)) - 1) < 0.02
        scene.play(1, (0, "pd-pad", -1, -1))
        assert rms(scene.play(0.3)) < 1e-3 < rms(scene.play(0.3, (0, "wordbutton-hit", "bang")))


def test_every_widget_shows_its_numbers_and_its_toggle_silences_it():
    with Played("every_widget") as scene:
        tone = scene.play(1)[0][-32768:]
        peak = np.abs(np.fft.rfft(tone * np.hanning(tone.size))).argmax() * 48000 / tone.size
        assert abs(peak - 330) < 3
        scene.play(0.2, (0, "ew-toggle-set", 0))
        assert rms(scene.play(0.3)) == 0
        assert rms(scene.play(0.3, (0, "ew-bang-set", "bang"))) > 0.01


def test_playback_plays_a_file(tmp_path):
    """By the message of PdParty's templates."""
    soundfile.write(tmp_path / "level.wav", np.full((48000, 2), 0.25), 48000, subtype="FLOAT")
    (tmp_path / "p.pd").write_text(
        "#N canvas 0 0 400 300 10;\n#X obj 10 10 playback;\n#X obj 10 30 loadbang;\n"
        rf"#X msg 10 50 \; #transport playback {tmp_path}/level.wav;" "\n#X connect 1 0 2 0;\n")
    with PdScene(tmp_path / "p.pd", FOLDERS) as scene:
        assert abs(scene.play(0.5)[:, -1] - 0.25).max() < 1e-6


def test_recorder_asks_for_a_recording(tmp_path):
    (tmp_path / "p.pd").write_text(
        "#N canvas 0 0 400 300 10;\n#X obj 10 10 recorder;\n#X obj 10 30 loadbang;\n"
        r"#X msg 10 50 \; #transport record 1 \; #transport record 0;"
        "\n#X obj 90 10 r #pdparty;\n#X obj 90 40 print asked;\n#X connect 1 0 2 0;\n#X connect 3 0 4 0;\n")
    with PdScene(tmp_path / "p.pd", FOLDERS) as scene:
        scene.play(0.1)
    assert [line for line in scene.console if line.startswith("asked")] == ["asked: record 1", "asked: record 0"]
