"""Patches with more than two channels: all of them are heard, odd ones on the left and even ones on the right,
live and in a render."""
import numpy
import pytest
import soundfile

import pages
import scenes
from test_scene_command import tactus  # noqa: F401 (a fixture)

LEVELS = [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.25, 0.125]
NUMBERED = " ".join(map(str, range(1, len(LEVELS) + 1)))


def levels(folder, outlet, count):
    """A constant on each of the first channels."""
    lines = [f"#X obj 10 10 sig~ {level};" for level in LEVELS[:count]]
    lines += [f"#X obj 10 90 {outlet};"] + [f"#X connect {n} 0 {count} {n};" for n in range(count)]
    return pages.write(folder, *lines)


CASES = [("dac~ 1 2 3 4", 4), ("dac~ 1 2 3 4 5 6 7 8", 8), ("dac~ 1 2 3", 3), ("dac~", 2),
         (f"out {NUMBERED}", 8)]


def scene(tmp_path, outlet, count):
    folder = levels(tmp_path / "four", outlet, count)
    # The channels are arguments of an abstraction.
    (folder / "out.pd").write_text("\n".join(
        ["#N canvas 0 0 400 300 12;"] + [f"#X obj {10 + 40 * n} 10 inlet~;" for n in range(8)]
        + ["#X obj 10 90 dac~ " + " ".join(rf"\${n}" for n in range(1, 9)) + ";"]
        + [f"#X connect {n} 0 8 {n};" for n in range(8)]) + "\n")
    if not outlet.startswith("out"):
        (folder / "out.pd").unlink()
    return folder, [numpy.float32(sum(LEVELS[side:count:2])) for side in (0, 1)]


@pytest.mark.parametrize("outlet, count", CASES)
def test_every_channel_is_heard(tmp_path, outlet, count):
    folder, wanted = scene(tmp_path, outlet, count)
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.until(plugin, lambda sound: all((sound[side] == wanted[side]).all() for side in (0, 1)))


def test_a_render_has_every_channel(tmp_path, tactus):  # noqa: F811
    folder, wanted = scene(tmp_path, *CASES[1])
    out = tmp_path / "out.wav"
    status, _, errors = tactus("render", folder, "-o", out, "--seconds", "0.2")
    assert status == 0 and "8 channels" in errors, errors
    sound = soundfile.read(out, dtype="float32")[0].T
    assert (sound[:, -4800:] == numpy.array(wanted)[:, None]).all()


def test_many_loud_channels_are_limited(tmp_path):
    """Sixteen channels far above full scale stay within +18 dB, and NaN is silence."""
    folder = pages.write(
        tmp_path / "loud", "#X obj 10 10 sig~ 7;", "#X obj 10 40 dac~ " + " ".join(map(str, range(1, 17))) + ";",
        "#X obj 90 10 expr~ sqrt(-1 - $v1);", *[f"#X connect 0 0 1 {n};" for n in range(0, 16, 2)])
    with scenes.scene(folder, tmp_path / "state", block=64) as plugin:
        scenes.reach(plugin, ["playing"])
        pages.until(plugin, lambda sound: (sound[0] == 8).all() and not sound[1].any())
