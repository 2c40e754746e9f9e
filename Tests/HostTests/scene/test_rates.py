"""Scenes at a sample rate of their own: what Pd makes at its rate, resampled by another program, is what is
heard behind the reported latency."""
import json
import subprocess

import numpy
import pytest

import scenes
from conftest import tool
from lv2host import Plugin
from scenes import PD

SECONDS = 1
# Partials of a tone at 22,050 Hz: Pd computes them, and the window below keeps their ends small.
PARTIALS = (220.5, 1500, 5000, 9000)


def folder_of(path, rate=None):
    """A scene that adds what it hears to a few partials."""
    path.mkdir()
    lines = ["#N canvas 0 0 400 300 10;", "#X obj 10 200 *~ 0.1;", "#X obj 10 230 dac~;",
             "#X obj 100 10 adc~;", "#X connect 0 0 1 0;", "#X connect 2 1 1 1;"]
    for number, hertz in enumerate(PARTIALS):
        lines += [f"#X obj 10 {20 + 20 * number} osc~ {hertz};"]
    lines += [f"#X connect {3 + number} 0 0 0;" for number in range(len(PARTIALS))]
    (path / "_main.pd").write_text("\n".join(lines) + "\n")
    if rate is not None:
        (path / "tactus.json").write_text(json.dumps({"version": 1, "sample_rate": rate}))
    return path


def pd_sound(folder, rate, frames):
    """The left sound of the partials by Pd's own batch mode, at its rate."""
    import soundfile
    tool("pd")
    lines = ["#N canvas 0 0 400 300 10;", "#X obj 10 10 loadbang;", "#X obj 10 40 delay 64 1 samp;",
             r"#X msg 10 60 \; pd dsp 1 \; begin bang;", "#X obj 200 60 r begin;",
             f"#X obj 200 200 table left {frames};", "#X obj 10 240 tabwrite~ left;", "#X obj 10 200 *~ 0.1;",
             f"#X obj 10 280 delay {64 + (frames + 63) // 64 * 64 + 640} 1 samp;", "#X obj 10 300 t b b;",
             f"#X msg 60 320 write -wave -bytes 4 {folder}/pd.wav left;", "#X obj 60 340 soundfiler;",
             r"#X msg 10 320 \; pd quit;"]
    lines += [f"#X obj 10 10 osc~ {hertz};" for hertz in PARTIALS]
    links = [(0, 0, 1, 0), (1, 0, 2, 0), (3, 0, 5, 0), (6, 0, 5, 0), (0, 0, 7, 0), (7, 0, 8, 0), (8, 1, 9, 0),
             (9, 0, 10, 0), (8, 0, 11, 0), *((12 + n, 0, 6, 0) for n in range(len(PARTIALS)))]
    lines += [f"#X connect {a} {b} {c} {d};" for a, b, c, d in links]
    (folder / "pd.pd").write_text("\n".join(lines) + "\n")
    subprocess.run([PD, "-batch", "-noprefs", "-nrt", "-nomidi", "-noaudio", "-r", str(rate), "-open",
                    str(folder / "pd.pd")], check=True, timeout=120, capture_output=True)
    return soundfile.read(folder / "pd.wav", dtype="float32")[0][:frames]


def interpolated(sound, rate, times):
    """Band-limited interpolation by a long windowed sinc in double precision."""
    at = times * rate
    middle = numpy.floor(at).astype(int)
    total = numpy.zeros(len(times))
    for tap in range(-255, 257):
        index = middle + tap
        x = at - index
        window = numpy.where(abs(x) < 256, numpy.cos(numpy.pi * x / 512) ** 2, 0)
        inside = (index >= 0) & (index < len(sound))
        total += numpy.where(inside, sound[numpy.clip(index, 0, len(sound) - 1)], 0) * numpy.sinc(x) * window
    return total


def heard(path, folder, host, block, sound=None):
    frames = SECONDS * host
    with Plugin(scenes.SCENE, rate=host, longest_block=block, state=scenes.state(folder, path),
                free_wheel=1) as plugin:
        out = scenes.play(plugin, frames + 8192 // block * block, block, sound)
        assert plugin["live_late"] == 0
        latency = int(plugin["latency"])
    return out[:, latency:], latency


@pytest.mark.parametrize("host, name, rate, own", [
    (48000, "scene.rj", None, 22050), (44100, "scene.rj", None, 22050), (48000, "scene", 32000, 32000),
    (44100, "scene", 48000, 48000), (48000, "scene.rj", 0, 48000), (96000, "scene.rj", 44100, 44100)])
def test_the_sound_is_pds_at_its_own_rate(tmp_path, host, name, rate, own):
    path = folder_of(tmp_path / name, rate)
    sound, latency = heard(path, tmp_path / "state", host, 256)
    plain = 256 + 64
    assert (latency == plain) == (host == own)
    if (host, own) == (48000, 22050):
        assert latency - plain == 284
    wanted = pd_sound(tmp_path, own, SECONDS * own)
    times = numpy.arange(host // 10, host * 8 // 10) / host
    expected = interpolated(wanted, own, times) if host != own else wanted[host // 10:host * 8 // 10]
    error = sound[0, host // 10:host * 8 // 10] - expected
    level = numpy.sqrt((error ** 2).mean()) / numpy.sqrt((expected ** 2).mean())
    assert level == 0 if host == own else 20 * numpy.log10(level) < -70, 20 * numpy.log10(level)


def test_what_it_hears_comes_back_in_its_place(tmp_path):
    """A tone of 1 kHz on the right passes through both filters: the same, at the latency, and what lies above
    Pd's half rate does not come through as anything else."""
    path = folder_of(tmp_path / "scene.rj")
    time = numpy.arange(48000) / 48000
    for hertz, bound in ((1000, None), (15000, -75)):
        tone = (0.5 * numpy.sin(2 * numpy.pi * hertz * time)).astype(numpy.float32)
        sound, _ = heard(path, tmp_path / f"state{hertz}", 48000, 256, numpy.stack([0 * tone, tone]))
        middle = slice(8000, 40000)
        if bound is None:
            error = sound[1, middle] - tone[middle]
            assert 20 * numpy.log10(abs(error).max() / 0.5) < -70
        else:
            assert 20 * numpy.log10(abs(sound[1, middle]).max() / 0.5 + 1e-9) < bound


def test_blocks_make_no_difference(tmp_path):
    path = folder_of(tmp_path / "scene.rj")
    sound = scenes.noise(48000, seed=3)
    results = [heard(path, tmp_path / f"state{block}", 48000, block, sound)[0][:, :40000]
               for block in (64, 333, 1024)]
    assert abs(results[0]).max() > 0.05
    assert all(numpy.array_equal(results[0], other) for other in results[1:])
