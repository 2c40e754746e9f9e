"""A scene sounds as Pd's own batch mode makes it sound: behind the reported latency the difference is 0."""
import numpy
import pytest

import scenes
from scenes import RATE, VOICES

FRAMES = RATE
ALL = sorted(path.stem for path in VOICES.glob("*.pd"))
# Notes and bends at frames that are no begins of ticks.
MIDI = [(0, b"\x90\x3c\x64"), (1000, b"\x90\x43\x50"), (1003, b"\xe0\x10\x50"), (9999, b"\x80\x43\x00"),
        (20000, b"\x92\x30\x7f"), (20031, b"\xe0\x00\x40")]


def pd_messages():
    """The same for Pd, at the ticks in which the frames lie."""
    for frame, (status, first, second) in MIDI:
        tick, channel = frame // 64, (status & 15) + 1
        if status & 0xF0 == 0xE0:
            yield tick, f"#bendin {first + 128 * second} {channel}"
        else:
            yield tick, f"#notein {first} {second} {channel}"


def expected(folder, sound):
    return scenes.oracle(folder, FRAMES, sound, list(pd_messages()))


def test_there_are_twelve_voices():
    assert len(ALL) >= 12


@pytest.mark.parametrize("voice", ALL)
def test_free_wheel_is_pds_own_sound(tmp_path, voice):
    sound = scenes.noise(FRAMES, seed=5)
    path = scenes.patch(tmp_path / "scene", voice)
    wanted = expected(path, sound)
    assert abs(wanted).max() > 0.01, "the oracle is silent"
    for block in (64, 256, 1000, 1024):
        with scenes.scene(path, tmp_path / f"state{block}", block=block, free_wheel=1) as plugin:
            latency = (block + 63) // 64 * 64 + 64
            heard = scenes.play(plugin, FRAMES + latency, block, sound, MIDI)
            assert plugin["latency"] == latency and plugin["live_late"] == 0
            assert not heard[:, :latency].any()
            assert abs(scenes.audible(heard[:, latency:]) - wanted).max() == 0, block


@pytest.mark.parametrize("block", [64, 1000, 1024])
def test_a_session_sounds_from_its_first_block_on(tmp_path, monkeypatch, block):
    """Restoring it waits for Pd. The deadline is one that no machine misses."""
    monkeypatch.setenv("TACTUS_SCENE_DEADLINE", "10000")
    path = scenes.patch(tmp_path / "scene", "sine")
    wanted = scenes.oracle(path, FRAMES)
    with scenes.scene(path, tmp_path / "state", block=block) as plugin:
        latency = (block + 63) // 64 * 64 + 64
        heard = scenes.play(plugin, FRAMES + latency, block)
        assert plugin["live_late"] == 0
    assert abs(scenes.audible(heard[:, latency:]) - wanted).max() == 0


@pytest.mark.parametrize("voice", ["sine", "metro", "reblocked"])
@pytest.mark.parametrize("direct", [0, 1])
def test_live_is_pds_own_sound(tmp_path, monkeypatch, voice, direct):
    """With a deadline that no machine misses; what comes too late is tested apart."""
    monkeypatch.setenv("TACTUS_SCENE_DEADLINE", "10000")
    path = scenes.patch(tmp_path / "scene", voice)
    wanted = scenes.oracle(path, FRAMES)
    for block in (64, 256, 1024):
        with scenes.scene(path, tmp_path / f"state{block}", block=block, latency_mode=direct) as plugin:
            scenes.reach(plugin, ["playing"], block)
            heard = scenes.play(plugin, FRAMES + 4096, block)
            assert plugin["latency"] == (64 if direct else block + 64) and plugin["live_late"] == 0
        heard = scenes.audible(heard)
        # It began in one of the blocks until then: the offset is the one that the first frames have.
        begins = [at for at in range(-block, 4096) if matches(heard, wanted, at)]
        assert begins, (block, "Pd's sound is not found")


def matches(heard, wanted, at):
    """Whether a long piece of the heard sound is the wanted one, `at` frames later."""
    piece = wanted[:, 2048:40000]
    return numpy.array_equal(heard[:, 2048 + at:40000 + at], piece)


def test_the_sound_of_a_render_is_the_same_each_time(tmp_path):
    """A render begins the scene anew, whatever was played before it."""
    path = scenes.patch(tmp_path / "scene", "metro")
    with scenes.scene(path, tmp_path / "state", block=256) as plugin:
        scenes.reach(plugin, ["playing"])
        renders = []
        for _ in range(2):
            scenes.play(plugin, 5000, 256)
            plugin["free_wheel"] = 1
            renders.append(scenes.play(plugin, RATE, 256))
            plugin["free_wheel"] = 0
    assert abs(renders[0]).max() > 0.01 and numpy.array_equal(*renders)
