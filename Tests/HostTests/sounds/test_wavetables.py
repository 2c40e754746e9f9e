"""Wavetables of the user's, written here with numpy: their harmonics, what they fold, the place between
cycles, and files that are damaged, missing or moved."""
import hashlib
import json
import re

import numpy
import pytest

from conftest import PLUGIN, figure
from lv2host import state_file
from sound import wav
from test_realtime import trap
from test_samples import GAIN, damaged, folder, heard, listened, note, opened, tactus  # noqa: F401

USER = {"sample_level": 0, "osc_a_level": 1, "osc_a_wave": "user"}


def cycles(count, length=2048, seed=4, harmonics=60):
    """Cycles of harmonics with random levels and phases."""
    generator = numpy.random.default_rng(seed)
    levels = generator.uniform(0.1, 1, (count, harmonics)) / numpy.arange(1, harmonics + 1)
    turns = generator.uniform(0, 1, (count, harmonics))
    places = numpy.arange(length) / length
    return levels, numpy.array([
        sum(level * numpy.sin(2 * numpy.pi * (n * places + turn))
            for n, (level, turn) in enumerate(zip(levels[one], turns[one]), 1)) for one in range(count)])


def lines(sound, hertz, count, rate=48000):
    """The amplitudes of the first harmonics, and the strongest line beside all of them."""
    window = numpy.kaiser(len(sound), 14)
    spectrum = 2 * abs(numpy.fft.rfft(sound * window)) / window.sum()
    bins = numpy.arange(len(spectrum)) * rate / len(sound)
    found = [spectrum[int(round(hertz * n * len(sound) / rate)) - 3:][:7].max() for n in range(1, count + 1)]
    beside = (abs(bins / hertz - numpy.round(bins / hertz)) * hertz > 18) & (bins > 20) & (bins < 18000)
    return numpy.array(found), spectrum[beside].max()


@pytest.mark.parametrize("length", [2048, 600, 255])
def test_its_harmonics_are_those_of_the_file(tmp_path, folder, length):
    levels, table = cycles(1, length)
    wav(folder / "one.wav", table.ravel() * 0.2)
    # A frequency of its own that falls on bins.
    sound = heard(tmp_path, [], [note(60)], 48000 + 4800, parameters=USER | {"osc_a_hertz": 100},
                  wavetable={"file": "one.wav", "length": length})[4800:]
    found, beside = lines(sound, 100, 60)
    error = 20 * numpy.log10(found / (levels[0] * 0.2))
    figure(f"a wavetable of {length} frames: harmonics within {abs(error).max():.3f} dB, "
           f"{20 * numpy.log10(beside / found.max()):.1f} dB beside them")
    assert abs(error).max() < 0.05 and beside / found.max() < 1e-4


@pytest.mark.parametrize("key", [60, 84, 96, 108, 120])
def test_high_notes_do_not_fold(tmp_path, folder, key):
    """A cycle with 1,000 harmonics, as strong as those of a saw."""
    _, table = cycles(2, harmonics=1)
    places = numpy.arange(2048) / 2048
    table[1] = sum(numpy.sin(2 * numpy.pi * n * (places + n / 7)) / n for n in range(1, 1000))
    wav(folder / "bright.wav", (table / abs(table).max(axis=1, keepdims=True)).ravel() * 0.5)
    sound = heard(tmp_path, [], [note(key)], 48000 + 4800, parameters=USER | {"osc_a_shape": 1},
                  wavetable={"file": "bright.wav"})[4800:]
    found, beside = lines(sound, 440 * 2 ** ((key - 69) / 12), 1)
    spectrum = abs(numpy.fft.rfft(sound)).max() * 2 / len(sound)
    level = 20 * numpy.log10(beside / max(spectrum, found.max()))
    figure(f"a wavetable on key {key}: {level:.1f} dB beside its harmonics")
    assert level < -79


def test_the_shape_is_the_place_between_the_cycles(tmp_path, folder):
    places = numpy.arange(2048) / 2048
    count = 16
    wav(folder / "many.wav",
        numpy.concatenate([numpy.sin(2 * numpy.pi * n * places) for n in range(1, count + 1)]) * 0.5)
    for place in (0, 3, 7.25, 14.5, 15):
        sound = heard(tmp_path, [], [note(60)], 24000 + 4800,
                      parameters=USER | {"osc_a_hertz": 100, "osc_a_shape": place / (count - 1)},
                      wavetable={"file": "many.wav"})[4800:]
        found, _ = lines(sound, 100, count)
        wanted = numpy.maximum(1 - abs(numpy.arange(count) - place), 0) * 0.5
        assert abs(found - wanted).max() < 2e-3, place


def test_every_oscillator_and_the_grains_read_it(tmp_path, folder):
    levels, table = cycles(3)
    wav(folder / "three.wav", table.ravel() * 0.2)
    for name in ("osc_a", "osc_b", "osc_c", "grain"):
        parameters = {"sample_level": 0, f"{name}_wave": "user", f"{name}_level": 1}
        sound = heard(tmp_path, [], [note(45)], 24000, parameters=parameters, wavetable={"file": "three.wav"})
        assert abs(sound).max() > 0.05, name
        none = heard(tmp_path, [], [note(45)], 4800, parameters=parameters)
        assert abs(none).max() == 0, f"{name} without a wavetable is silent"


def test_a_table_that_moved_is_found_by_its_hash(tmp_path, folder):
    _, table = cycles(2)
    path = wav(folder / "elsewhere.wav", table.ravel() * 0.2)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    sound = heard(tmp_path, [], [note(60)], 4800, parameters=USER,
                  wavetable={"file": "gone.wav", "hash": digest})
    assert abs(sound).max() > 0.05


@pytest.mark.parametrize("frames, words", [
    (3000, "no cycles of 2048"), (257 * 2048, "257 cycles"), (2, "no cycles of 2048"), (0, "is missing")])
def test_a_bad_table_is_silent_and_named(tmp_path, folder, frames, words):
    if frames:
        wav(folder / "bad.wav", numpy.full(frames, 0.5), form=8)
    parameters = USER | {"osc_b_level": 0.5}
    with opened(tmp_path, [], parameters=parameters, wavetable={"file": "bad.wav"}) as plugin:
        told = listened(plugin, b"bad.wav")
        sound = plugin.play([note(60)], 4800, 64)
    assert abs(sound).max() / GAIN > 0.1, "oscillator B sounds"
    assert b"bad.wav" in told and words.encode() in told, told[-400:]


@pytest.mark.parametrize("kind, words", [
    ("truncated", "is truncated"), ("huge", "longer than 64 MiB"), ("32 channels", "has 32 channels"),
    ("1 sample", "has 1 frames"), ("no number", "no number"), ("infinite", "no number"),
    ("a text", "is no WAV file")])
def test_a_damaged_table_is_silent_and_named(tmp_path, folder, kind, words):
    damaged(folder / "bad.wav", kind)
    parameters = USER | {"osc_b_level": 0.5}
    with opened(tmp_path, [], parameters=parameters, wavetable={"file": "bad.wav"}) as plugin:
        told = listened(plugin, b"bad.wav")
        sound = plugin.play([note(60)], 4800, 64)
    assert abs(sound).max() / GAIN > 0.1, "oscillator B sounds"
    assert b"bad.wav" in told and words.encode() in told, told[-400:]


def test_a_table_goes_on_when_its_file_is_gone(tmp_path, folder):
    _, table = cycles(4)
    path = wav(folder / "gone.wav", table.ravel() * 0.2)
    with opened(tmp_path, [], parameters=USER, wavetable={"file": "gone.wav"}) as plugin:
        whole = plugin.play([note(60)], 48000, 64)
    with opened(tmp_path, [], parameters=USER, wavetable={"file": "gone.wav"}) as plugin:
        begun = plugin.play([note(60)], 24000, 64)
        path.write_bytes(b"RIFF, but no more")
        path.unlink()
        rest = plugin.play([], 24000, 64)
    assert abs(rest).max() > 0.01
    assert numpy.array_equal(numpy.concatenate([begun, rest], axis=1), whole)


def test_tables_come_and_go_while_they_are_played(tmp_path, folder):
    """Another thread restores patches with and without wavetables; the memory of one that went is unmapped,
    so that reading it would end the host."""
    states = []
    for index, count in enumerate((1, 16, 3, 7, 0)):
        _, table = cycles(max(count, 1), seed=index)
        wav(folder / f"{index}.wav", table.ravel() * 0.2)
        parameters = {"osc_a_wave": "user", "osc_b_wave": "user" if index % 2 else "saw", "osc_a_unison": 2,
                      "osc_b_phase_modulation": 0.1, "grain_wave": "user", "grain_level": 0.5,
                      "osc_a_shape": 1, "osc_c_wave": "user", "osc_c_level": 0.2, "osc_c_sync": "on"}
        patch = {"version": 1, "parameters": parameters}
        if count:
            patch["wavetable"] = {"file": f"{index}.wav"}
        states.append(state_file(tmp_path / f"trap{index}", json.dumps(patch)))
    code, text = trap(PLUGIN, 4000, *states, restores=50)
    assert code == 0, text
    figure("under the trap, restoring wavetables: " + "; ".join(text.splitlines()))
    assert int(re.search(r"restores=(\d+)", text)[1]) >= 50, text
    assert float(re.search(r"peak=(\S+)", text)[1]) < 4, text


def test_check_names_a_table_that_is_missing(tmp_path, folder):
    patch = tmp_path / "patch.json"
    patch.write_text(json.dumps({"version": 1, "wavetable": {"file": "gone.wav"}}))
    assert "gone.wav" in tactus(tmp_path, "patch", "check", patch).stdout


@pytest.mark.parametrize("key, image", [(36, -34), (48, -47), (60, -60), (72, -72), (84, -84)])
def test_images_of_equal_harmonics_are_what_the_page_says(tmp_path, folder, key, image):
    """A cycle is read along lines between its 2,048 samples; docs/sound.md says what that leaves."""
    count = 512 >> max(0, int(numpy.ceil(numpy.log2(1024 * 440 * 2 ** ((key - 69) / 12) / 48000))))
    assert round(40 * numpy.log10(count / (2048 - count))) == image
    places, generator = numpy.arange(2048) / 2048, numpy.random.default_rng(2)
    cycle = sum(numpy.sin(2 * numpy.pi * (n * places + generator.random())) for n in range(1, 1000))
    wav(folder / "equal.wav", cycle / abs(cycle).max() * 0.9, form="float")
    hertz = 440 * 2 ** ((key - 69) / 12)
    # Without a whole number of cycles in the part, so that images fall beside harmonics.
    sound = heard(tmp_path, [], [note(key)], 48000 + 4800, parameters=USER, wavetable={"file": "equal.wav"})
    found, beside = lines(sound[4800:], hertz, min(count, int(17000 / hertz)))
    level = 20 * numpy.log10(beside / numpy.median(found))
    figure(f"a wavetable of equal harmonics at key {key}: {level:.1f} dB beside {count} of them")
    assert level < image + 1.5
