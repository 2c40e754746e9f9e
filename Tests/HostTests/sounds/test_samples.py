"""Recorded sounds, written here with numpy and played by the built plugin: their pitch, their loops, what
they fold, and what happens to files that are damaged, missing or moved."""
import hashlib
import json
import os
import re
import struct
import subprocess
import time

import numpy
import pytest

from conftest import PLUGIN, ROOT, figure, run
from lv2host import MIDI, Plugin, state_file
from sound import wav
from test_realtime import trap

BARE = {"osc_a_level": 0, "osc_b_level": 0, "sample_level": 1, "filter_1_kind": "none", "voice_width": 0,
        "amp_attack": 0.001, "amp_sustain": 1, "amp_release": 0.001, "amp_level": 1}
# One voice at full velocity, in the middle of left and right.
GAIN = 0.22


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The user's folder of samples."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "data" / "tactus" / "samples"
    folder.mkdir(parents=True)
    return folder


def opened(tmp_path, samples, rate=48000, parameters=None, **keys):
    text = json.dumps({"version": 1, "parameters": BARE | (parameters or {}), "samples": samples,
                       "connections": []} | keys)
    state = state_file(tmp_path / f"state{len(list(tmp_path.iterdir()))}", text)
    return Plugin(rate=rate, state=state)


def note(key, frame=0, velocity=127):
    return (frame, MIDI, bytes([0x90 if velocity else 0x80, key, velocity]))


def heard(tmp_path, samples, events, frames, rate=48000, block=64, parameters=None, **keys):
    with opened(tmp_path, samples, rate, parameters, **keys) as plugin:
        return plugin.play(events, frames, block)[0].astype(float) / GAIN


def tone(hertz, rate, frames):
    return numpy.sin(2 * numpy.pi * hertz * numpy.arange(frames) / rate)


def frequency(sound, rate):
    """Of the strongest line, by the phase of its bin at two times."""
    half = len(sound) // 2
    window = numpy.hanning(half)
    first, second = (numpy.fft.rfft(part * window) for part in (sound[:half], sound[half:2 * half]))
    bin = abs(first).argmax()
    turns = numpy.angle(second[bin] / first[bin]) / (2 * numpy.pi)
    return (bin + (turns - bin * half / half + 0.5) % 1 - 0.5) * rate / half


@pytest.mark.parametrize("rate", [44100, 48000, 96000])
def test_the_pitch_is_that_of_the_file_at_its_root(tmp_path, folder, rate):
    wav(folder / "tone.wav", 0.5 * tone(1000, 44100, 4 * 44100), 44100, 16)
    samples = [{"file": "tone.wav", "root": 62}]
    worst = 0
    for key, ratio in ((62, 1), (50, 0.5), (69, 2 ** (7 / 12)), (74, 2)):
        sound = heard(tmp_path, samples, [note(key)], rate, rate)[rate // 10:]
        worst = max(worst, abs(1200 * numpy.log2(frequency(sound, rate) / (1000 * ratio))))
    figure(f"samples at {rate} Hz: pitch within {worst:.5f} cents")
    assert worst < 0.01


def test_at_its_root_and_rate_it_is_the_file(tmp_path, folder):
    """Noise below 16 kHz, so that the filter between frames may end above it."""
    spectrum = numpy.fft.rfft(numpy.random.default_rng(5).standard_normal(48000))
    spectrum[16000:] = 0
    noise = numpy.fft.irfft(spectrum)
    noise *= 0.25 / abs(noise).max()
    wav(folder / "noise.wav", noise)
    sound = heard(tmp_path, [{"file": "noise.wav"}], [note(60)], 48000)
    error = sound[4800:40000] - noise[4800:40000]
    level = 20 * numpy.log10(error.std() / noise.std())
    figure(f"samples: a file at its own pitch and rate, error {level:.1f} dB")
    assert level < -80


@pytest.mark.parametrize("form, channels, least", [
    (8, 1, -38), (16, 1, -85), (24, 2, -85), (32, 2, -85), ("float", 2, -85)])
def test_every_form_sounds_alike(tmp_path, folder, form, channels, least):
    sound = 0.5 * tone(440, 48000, 48000)
    wav(folder / "tone.wav", sound, form=form, channels=channels)
    found = heard(tmp_path, [{"file": "tone.wav"}], [note(60)], 24000)[2400:]
    assert 20 * numpy.log10((found - sound[2400:24000]).std() / sound.std()) < least


def test_two_channels_are_mixed(tmp_path, folder):
    sound = 0.5 * numpy.array([tone(440, 48000, 24000), tone(660, 48000, 24000)])
    wav(folder / "two.wav", sound, channels=2)
    found = heard(tmp_path, [{"file": "two.wav"}], [note(60)], 24000)[2400:]
    assert abs(found - sound.mean(axis=0)[2400:]).max() < 1e-3


@pytest.mark.parametrize("key", [48, 60, 67, 72, 79, 91])
def test_a_loop_has_no_seam(tmp_path, folder, key):
    """A loop of ten cycles behind an attack of another tone: after three seconds only harmonics are left."""
    cycle, start = 100, 3000
    saw = sum(tone(480 * n, 48000, 1000) / n for n in range(1, 20)) * 0.3
    wav(folder / "loop.wav", numpy.concatenate([tone(777, 48000, start), saw, tone(555, 48000, 500)]))
    samples = [{"file": "loop.wav", "loop": [start, start + 10 * cycle]}]
    sound = heard(tmp_path, samples, [note(key)], 3 * 48000)[48000:]
    ratio = 2 ** ((key - 60) / 12)
    spectrum = abs(numpy.fft.rfft(sound * numpy.kaiser(len(sound), 14)))
    hertz = numpy.arange(len(spectrum)) * 48000 / len(sound)
    distance = abs(hertz / (480 * ratio) - numpy.round(hertz / (480 * ratio))) * 480 * ratio
    rest = spectrum[(distance > 4) & (hertz > 20) & (hertz < 18000)].max() / spectrum.max()
    figure(f"a loop on key {key}: {20 * numpy.log10(rest):.1f} dB beside its harmonics")
    assert 20 * numpy.log10(rest) < -80


@pytest.mark.parametrize("semitones", [0.5, 5, 12.5, 41])
def test_what_is_played_faster_does_not_fold(tmp_path, folder, semitones):
    """Tones all over the file's range: what is heard of each below 18 kHz is that tone, or nothing."""
    worst = -200
    ratio = 2 ** (semitones / 12)
    for hertz in numpy.linspace(500, 21500, 22):
        wav(folder / "tone.wav", 0.5 * tone(hertz, 48000, 200_000))
        sound = heard(tmp_path, [{"file": "tone.wav"}], [note(60)], 8192 + 2400, block=2048,
                      parameters={"sample_semitones": semitones})[2400:]
        window = numpy.kaiser(len(sound), 14)
        spectrum = 2 * abs(numpy.fft.rfft(sound * window)) / window.sum() / 0.5
        heards = numpy.arange(len(spectrum)) * 48000 / len(sound)
        alias = spectrum[(abs(heards - hertz * ratio) > 50) & (heards > 20) & (heards < 18000)].max()
        worst = max(worst, 20 * numpy.log10(alias + 1e-12))
    figure(f"samples {semitones} semitones up: folded tones {worst:.1f} dB below the file's at most")
    assert worst < -90


def test_keys_zones_and_root(tmp_path, folder):
    for name, hertz in (("low", 300), ("high", 900)):
        wav(folder / f"{name}.wav", 0.5 * tone(hertz, 48000, 48000))
    samples = [{"file": "low.wav", "keys": [36, 47], "root": 40},
               {"file": "high.wav", "keys": [48, 48], "root": 48},
               {"file": "low.wav", "keys": [0, 127], "root": 52}]
    for key, hertz in ((36, 300 * 2 ** (-4 / 12)), (47, 300 * 2 ** (7 / 12)), (48, 900), (52, 300)):
        sound = heard(tmp_path, samples, [note(key)], 24000)[2400:]
        assert abs(1200 * numpy.log2(frequency(sound, 48000) / hertz)) < 0.1


@pytest.mark.parametrize("key, one_shot", [(60, True), (72, True), (60, False)])
def test_one_shot_sounds_to_its_end(tmp_path, folder, key, one_shot):
    wav(folder / "hit.wav", numpy.full(24000, 0.5))
    sound = heard(tmp_path, [{"file": "hit.wav", "one_shot": one_shot}],
                  [note(key), note(key, 480, 0)], 48000)
    loud = numpy.flatnonzero(abs(sound) > 0.25)
    length = 24000 / 2 ** ((key - 60) / 12) if one_shot else 480
    assert abs(loud[-1] + 1 - length) < (4 if one_shot else 60)
    assert abs(sound[int(length) + 4800:]).max() < 1e-6


def test_a_voice_begins_within_the_sound(tmp_path, folder):
    wav(folder / "ramp.wav", numpy.linspace(0, 0.9, 48001))
    sound = heard(tmp_path, [{"file": "ramp.wav"}], [note(60)], 4800, parameters={"sample_start": 0.5})
    assert abs(sound[2400] - 0.9 * (0.5 + 2400 / 48000)) < 1e-3


def test_the_same_bytes_in_blocks_of_any_size(tmp_path, folder):
    wav(folder / "noise.wav", numpy.random.default_rng(1).uniform(-0.5, 0.5, 30000), 44100, 24)
    samples = [{"file": "noise.wav", "loop": [1000, 2345], "keys": [0, 60]},
               {"file": "noise.wav", "one_shot": True, "keys": [61, 127]}]
    events = [note(48), note(64, 700), note(64, 1200, 0), note(55, 5001), note(48, 9000, 0)]
    sounds = [heard(tmp_path, samples, events, 24000, block=block, parameters={"lfo_1_depth": 1})
              for block in (64, 1, 17, 1024, 8192)]
    assert abs(sounds[0]).max() > 0.1
    for sound in sounds[1:]:
        assert numpy.array_equal(sound, sounds[0])


def test_a_file_that_moved_is_found_by_its_hash(tmp_path, folder):
    wav(folder / "other.wav", 0.5 * tone(250, 48000, 24000))
    (folder / "deep" / "er").mkdir(parents=True)
    path = wav(folder / "deep" / "er" / "elsewhere.wav", 0.5 * tone(700, 48000, 24000))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    for name in ("gone.wav", "other.wav"):
        sound = heard(tmp_path, [{"file": name, "hash": digest}], [note(60)], 12000)[2400:]
        assert abs(frequency(sound, 48000) - 700) < 0.01


def damaged(path, kind):
    good = wav(path, 0.5 * tone(440, 48000, 4800), form=16).read_bytes()
    if kind == "truncated":
        path.write_bytes(good[:4000])
    elif kind == "no frames":
        path.write_bytes(good[:44])
    elif kind == "a text":
        path.write_text("no sound at all, but a text that is longer than a head of a file\n" * 3)
    elif kind == "huge":
        with path.open("wb") as file:
            file.write(good)
            file.truncate((64 << 20) + 1)
    elif kind == "32 channels":
        wav(path, numpy.zeros((32, 100)), channels=32)
    elif kind == "1 sample":
        wav(path, [0.5])
    elif kind == "no number":
        wav(path, numpy.array([0.5, numpy.nan, 0.5, 0.5]))
    elif kind == "infinite":
        wav(path, numpy.array([0.5, numpy.inf, 0.5, 0.5]))
    elif kind == "missing":
        path.unlink()
    elif kind == "a folder":
        path.unlink()
        path.mkdir()


def listened(plugin, word):
    """What the plugin sends until it has sent a word, or for ten seconds."""
    told, end = b"", time.monotonic() + 10
    while word not in told and time.monotonic() < end:
        plugin.run(64)
        told += b"".join(body for _, body in plugin.sent())
        time.sleep(0.001)
    return told


@pytest.mark.parametrize("kind, words", [
    ("truncated", "is truncated"), ("no frames", "is truncated"), ("a text", "is no WAV file"),
    ("huge", "longer than 64 MiB"), ("32 channels", "has 32 channels"), ("1 sample", "has 1 frames"),
    ("no number", "no number"), ("infinite", "no number"), ("missing", "is missing"),
    ("a folder", "cannot be read")])
def test_a_bad_file_is_silent_and_named_and_the_rest_sounds(tmp_path, folder, kind, words):
    damaged(folder / "bad.wav", kind)
    wav(folder / "good.wav", 0.5 * tone(500, 48000, 24000))
    samples = [{"file": "bad.wav", "keys": [0, 59]}, {"file": "good.wav", "keys": [60, 127]}]
    with opened(tmp_path, samples) as plugin:
        told = listened(plugin, b"bad.wav")
        silent = plugin.play([note(50)], 4800, 64)
        sound = plugin.play([note(60)], 12000, 64)
    assert abs(silent).max() == 0
    assert abs(frequency(sound[0][2400:].astype(float), 48000) - 500) < 0.01
    assert b"bad.wav" in told and words.encode() in told, told[-400:]


def test_sounds_go_on_when_their_files_are_gone(tmp_path, folder):
    path = wav(folder / "tone.wav", 0.5 * tone(500, 48000, 4 * 48000))
    with opened(tmp_path, [{"file": "tone.wav"}]) as plugin:
        first = plugin.play([note(60)], 24000, 64)[0]
        path.write_bytes(b"RIFF, but no more")
        second = plugin.play([], 24000, 64)[0]
        path.unlink()
        third = plugin.play([note(67)], 24000, 64)[0]
    for sound in (first[2400:], second):
        assert abs(frequency(sound.astype(float), 48000) - 500) < 0.01
    assert abs(third).max() > 0.1


def test_nothing_is_allocated_or_locked_while_patches_with_sounds_come_and_go(tmp_path, folder):
    """Another thread restores patches with sounds, with others and without."""
    generator = numpy.random.default_rng(3)
    states = []
    for index in range(6):
        wav(folder / f"{index}.wav", generator.uniform(-0.5, 0.5, 3000 * (index + 1)))
        samples = [{"file": f"{place}.wav", "keys": [12 * place, 12 * place + 30], "one_shot": place % 2 == 1}
                   | ({"loop": [100, 900 + place]} if place % 3 == 0 else {}) for place in range(index)]
        text = json.dumps({"version": 1, "parameters": {"sample_level": 0.7}, "samples": samples})
        states.append(state_file(tmp_path / f"trap{index}", text))
    code, text = trap(PLUGIN, 10000, *states, restores=300)
    assert code == 0, text
    figure("under the trap, restoring samples: " + "; ".join(text.splitlines()))
    assert int(re.search(r"restores=(\d+)", text)[1]) >= 300, text


def tactus(tmp_path, *words):
    environment = dict(os.environ, HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path / "data"))
    return subprocess.run([ROOT / ".build" / "release" / "tactus", *map(str, words)], capture_output=True,
                          text=True, env=environment, timeout=60)


@pytest.mark.parametrize("ending, form, least", [("flac", 16, -85), ("aiff", 24, -130), ("ogg", 16, -30)])
def test_other_kinds_of_files_are_imported(tmp_path, folder, ending, form, least):
    """The imported file has the samples that another program (ffmpeg) has encoded."""
    sound = 0.5 * tone(440, 44100, 22050)
    wav(tmp_path / "tone.wav", sound, 44100, form)
    source = tmp_path / f"a tone.{ending}"
    codec = ["-c:a", "pcm_s24be"] if ending == "aiff" else []
    run("ffmpeg", "-v", "error", "-i", tmp_path / "tone.wav", *codec, source)
    done = tactus(tmp_path, "sample", "import", source)
    assert done.returncode == 0, done.stderr
    line = json.loads(done.stdout.split("\t")[0])
    path = folder / line["file"]
    assert path.name == "a tone.wav"
    assert hashlib.sha256(path.read_bytes()).hexdigest() == line["hash"]
    assert tactus(tmp_path, "sample", "list").stdout == done.stdout
    found = heard(tmp_path, [line], [note(60)], 22050, 44100)[2205:]
    assert 20 * numpy.log10((found - sound[2205:22050]).std() / sound.std()) < max(least, -80)
    again = tactus(tmp_path, "sample", "import", source)
    assert again.returncode == 1 and "--force replaces it" in again.stderr
    assert tactus(tmp_path, "sample", "import", "--force", source).stdout == done.stdout


def sampler(key, fraction, *loops):
    """A `smpl` chunk; each loop is its kind, its first and its last frame."""
    body = struct.pack("<9I", 0, 0, 20833, key, fraction, 0, 0, len(loops), 0)
    body += b"".join(struct.pack("<6I", index, *loop, 0, 0) for index, loop in enumerate(loops))
    return b"smpl" + struct.pack("<I", len(body)) + body


@pytest.mark.parametrize("chunk, keys, said", [
    (sampler(62, 0, (0, 100, 899)), {"root": 62, "loop": [100, 900]},
     "the root 62 and the loop 100 to 900 taken"),
    (sampler(61, 1 << 31), {"root": 61.5}, "the root 61.5 taken"),
    (sampler(0, 0, (0, 5, 9)), {"loop": [5, 10]}, "the loop 5 to 10 taken"),
    # Backwards, beyond the sound, and a second one.
    (sampler(60, 0, (2, 1, 9), (0, 4000, 4800), (0, 0, 4799), (0, 7, 8)),
     {"root": 60, "loop": [0, 4800]}, "3 loops omitted"),
    (sampler(200, 0), {}, "nothing taken"), (sampler(60, 0)[:-4], {}, ""), (b"", {}, "")])
def test_root_and_loop_of_a_sampler_are_taken(tmp_path, folder, chunk, keys, said):
    source = tmp_path / "pad.wav"
    wav(source, 0.5 * tone(440, 48000, 4800), form=16)
    source.write_bytes(source.read_bytes() + chunk)
    done = tactus(tmp_path, "sample", "import", source)
    assert done.returncode == 0, done.stderr
    line = json.loads(done.stdout.split("\t")[0])
    assert {key: line[key] for key in line if key not in ("file", "hash")} == keys
    assert said in done.stderr and (said or not done.stderr), done.stderr
    assert tactus(tmp_path, "sample", "list").stdout == done.stdout


def test_root_and_loop_of_an_aiff_are_taken(tmp_path, folder):
    """The chunks INST and MARK, written here as Apple's AIFF 1.3 says."""
    def part(name, body):
        return name + struct.pack(">I", len(body)) + body + b"\0" * (len(body) % 2)
    rate = struct.pack(">HQ", 0x400E, 48000 << 48)
    samples = (0.5 * tone(440, 48000, 4800) * 32767).astype(">i2").tobytes()
    marks = struct.pack(">H", 2) + b"".join(
        struct.pack(">HI", number, place) + b"\x01a" for number, place in ((1, 100), (2, 900)))
    body = (b"AIFF" + part(b"COMM", struct.pack(">hIh", 1, 4800, 16) + rate) + part(b"MARK", marks)
            + part(b"INST", struct.pack(">bbbbbbh6h", 62, 0, 0, 127, 1, 127, 0, 1, 1, 2, 0, 0, 0))
            + part(b"SSND", struct.pack(">II", 0, 0) + samples))
    source = tmp_path / "pad.aiff"
    source.write_bytes(part(b"FORM", body))
    done = tactus(tmp_path, "sample", "import", source)
    assert done.returncode == 0, done.stderr
    line = json.loads(done.stdout.split("\t")[0])
    assert line["root"] == 62 and line["loop"] == [100, 900], line


def test_what_is_no_sound_is_not_imported(tmp_path, folder):
    (tmp_path / "text.flac").write_text("no sound")
    wav(tmp_path / "many.wav", numpy.zeros((32, 100)), channels=32)
    for name in ("text.flac", "many.wav", "nothing.wav"):
        done = tactus(tmp_path, "sample", "import", tmp_path / name)
        assert done.returncode == 1 and name in done.stderr, done.stderr
    assert not list(folder.iterdir())


def test_check_names_a_sample_that_would_be_silent(tmp_path, folder):
    wav(folder / "there.wav", 0.5 * tone(440, 48000, 4800))
    patch = tmp_path / "patch.json"
    patch.write_text(json.dumps({"version": 1, "samples": [{"file": "there.wav"}, {"file": "gone.wav"}]}))
    done = tactus(tmp_path, "patch", "check", patch)
    assert done.returncode == 0 and "gone.wav" in done.stdout and "there.wav" not in done.stdout
    assert tactus(tmp_path, "patch", "check", "--strict", patch).returncode == 1


def test_grains_are_cut_from_the_sample_of_the_key(tmp_path, folder):
    """A file of four tones one after the other: the place in it says which of them the cloud has."""
    tones = [tone(hertz, 48000, 48000) for hertz in (400, 700, 1100, 1900)]
    wav(folder / "tones.wav", 0.5 * numpy.concatenate(tones))
    grains = {"sample_level": 0, "grain_level": 1, "grain_source": "sample", "grain_scatter": 0.2}
    for place, hertz in ((0.1, 400), (0.4, 700), (0.6, 1100), (0.9, 1900)):
        for key, ratio in ((60, 1), (67, 2 ** (7 / 12))):
            sound = heard(tmp_path, [{"file": "tones.wav"}], [note(key)], 48000,
                          parameters=grains | {"grain_shape": place})[4800:]
            spectrum = abs(numpy.fft.rfft(sound * numpy.hanning(len(sound))))
            found = spectrum.argmax() * 48000 / len(sound)
            assert abs(12 * numpy.log2(found / (hertz * ratio))) < 0.3, (place, key)
            assert sound.std() > 0.02
    none = heard(tmp_path, [], [note(60)], 4800, parameters=grains)
    assert abs(none).max() == 0


def test_grains_are_the_same_bytes_in_blocks_of_any_size(tmp_path, folder):
    wav(folder / "noise.wav", numpy.random.default_rng(1).uniform(-0.5, 0.5, 30000), 44100, 24)
    samples = [{"file": "noise.wav", "loop": [1000, 2345], "keys": [0, 60]}, {"file": "noise.wav"}]
    grains = {"sample_level": 0, "grain_level": 1, "grain_source": "sample", "grain_scatter": 1,
              "grain_spread": 7, "grain_size": 0.02, "lfo_1_depth": 1}
    events = [note(48), note(64, 700), note(64, 1200, 0), note(55, 5001), note(48, 9000, 0)]
    sounds = [heard(tmp_path, samples, events, 24000, block=block, parameters=grains)
              for block in (64, 1, 1024)]
    assert abs(sounds[0]).max() > 0.05
    for sound in sounds[1:]:
        assert numpy.array_equal(sound, sounds[0])
