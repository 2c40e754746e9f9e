"""The drum kits: each key of General MIDI sounds as its instrument does, fingers play the same on their pads,
and hats end one another. Measured from the sound that the built plugin renders, by numpy."""
import functools
import json
import sys

import numpy
import pytest

from conftest import ROOT, figure

sys.path.insert(0, str(ROOT / "gallery"))
import gestures  # noqa: E402
import keyboards  # noqa: E402
import measure  # noqa: E402

KITS = ("whole_kit", "circuit_kit")
RATE = measure.RATE
APART = 2.1  # dB between two drums of a kit
# What each instrument's sound is: its spectral centroid in hertz, the seconds in which its level falls by
# 30 dB, and its strongest partial in hertz. A range holds the electronic one and the one of wood and skin:
# skins sound where drums of their size do, metal above 3 kHz, and only what hangs freely rings for long.
INSTRUMENTS = {
    "kick": ((40, 300), (0.12, 0.7), (40, 70)),
    "rim": ((500, 4000), (0.01, 0.12), (400, 2200)),
    "snare": ((1200, 7000), (0.06, 0.4), (100, 10000)),
    "clap": ((900, 3500), (0.04, 0.35), (600, 3500)),
    "low tom": ((70, 450), (0.2, 1.0), (80, 105)),
    "middle tom": ((90, 550), (0.15, 0.9), (103, 130)),
    "high tom": ((110, 650), (0.12, 0.8), (125, 160)),
    "cowbell": ((500, 3000), (0.08, 0.5), (500, 900)),
    "closed hat": ((5000, 13000), (0.015, 0.1), (3000, 16000)),
    "pedal hat": ((4000, 12000), (0.03, 0.16), (2500, 14000)),
    "open hat": ((5000, 13000), (0.2, 1.0), (3000, 16000)),
    "maracas": ((4000, 13000), (0.01, 0.12), (3000, 16000)),
    "crash": ((3000, 11000), (0.6, 2.6), (800, 14000)),
    "ride": ((2500, 11000), (0.4, 2.0), (1000, 12000)),
}


def parts(kit):
    return json.loads((measure.PATCHES / f"{kit}.json").read_text())["parts"]


@functools.cache
def struck(kit, *strokes):
    """The sound of keys, each (seconds, key, velocity), as one channel; three seconds from the first."""
    import tempfile
    import pathlib
    with tempfile.TemporaryDirectory() as folder:
        midi = pathlib.Path(folder) / "keys.mid"
        midi.write_bytes(keyboards.file([event for begin, key, velocity in strokes for event in
                                         ((begin, [0x90, key, velocity]), (begin + 0.05, [0x80, key, 64]))]))
        sound = measure.render(measure.PATCHES / f"{kit}.json", midi=midi, seconds=3.2)
    return sound.mean(axis=1).astype(float)[int(0.2 * RATE):]


def centroid(sound):
    power = abs(numpy.fft.rfft(sound)) ** 2
    return float((power * numpy.fft.rfftfreq(len(sound), 1 / RATE)).sum() / power.sum())


def strongest(sound):
    """The strongest partial, after the first 30 ms, in which a skin bends."""
    part = sound[int(0.03 * RATE):int(0.4 * RATE)]
    power = abs(numpy.fft.rfft(part * numpy.hanning(len(part)), 8 * len(part)))
    return float(numpy.fft.rfftfreq(8 * len(part), 1 / RATE)[power.argmax()])


def falls(sound, decibels=30):
    """Seconds from the loudest 5 ms to the last ones that are less than so many dB below them."""
    frames = sound[:len(sound) // 240 * 240].reshape(-1, 240)
    level = 10 * numpy.log10((frames ** 2).mean(axis=1) + 1e-15)
    return float(numpy.flatnonzero(level > level.max() - decibels)[-1] - level.argmax()) * 0.005


@pytest.mark.parametrize("kit", KITS)
@pytest.mark.parametrize("name", INSTRUMENTS)
def test_each_key_is_its_instrument(kit, name):
    part = next(part for part in parts(kit) if part["name"] == name)
    for key in part["keys"]:
        sound = struck(kit, (0.2, key, 100))
        peak = measure.decibels(abs(sound).max())
        found = (centroid(sound), falls(sound), strongest(sound))
        figure(f"{kit} {key} {name}: centroid {found[0]:.0f} Hz, −30 dB after {found[1]:.2f} s, strongest "
               f"{found[2]:.0f} Hz, peak {peak:.0f} dB")
        assert -30 < peak < -3, f"{key}: {peak} dB"
        for value, (least, most) in zip(found, INSTRUMENTS[name]):
            assert least <= value <= most, f"{key}: {found} instead of {INSTRUMENTS[name]}"


@pytest.mark.parametrize("kit", KITS)
def test_the_keys_are_those_of_general_midi(kit):
    keys = {part["name"]: part["keys"] for part in parts(kit)}
    assert set(keys) == set(INSTRUMENTS)
    for name, key in {"kick": 36, "rim": 37, "snare": 38, "clap": 39, "low tom": 41, "closed hat": 42,
                      "pedal hat": 44, "middle tom": 45, "open hat": 46, "high tom": 50, "crash": 49,
                      "ride": 51, "cowbell": 56, "maracas": 70}.items():
        assert key in keys[name], name


@pytest.mark.parametrize("kit", KITS)
def test_each_drum_is_another_sound(kit):
    """What the finding was: kick, snare and hat as three equal strokes."""
    spectra = {}
    for part in parts(kit):
        sound = struck(kit, (0.2, part["keys"][0], 100))
        spectra[part["name"]] = measure.portrait(numpy.stack([sound, sound], axis=1).astype(numpy.float32))
    near = min((measure.distance(spectra[a], spectra[b]), a, b) for a in spectra for b in spectra
               if a < b and not ("tom" in a and "tom" in b))  # toms are told by their pitch
    figure(f"{kit}: the two most similar drums are {near[1]} and {near[2]}, {near[0]:.1f} dB apart")
    assert near[0] > APART


def bursts(kit, key):
    """The separate bursts of noise with which a key begins: the seconds of each, with 6 dB and more between
    them. Noise has a level only as a mean, so that of four strokes is measured, in windows of 3 ms."""
    sound = struck(kit, *((0.2 + 0.7 * stroke, key, 100) for stroke in range(4)))
    strokes = numpy.stack([sound[int(0.7 * stroke * RATE):][:int(0.12 * RATE)] for stroke in range(4)])
    window = numpy.hanning(int(0.003 * RATE))
    power = numpy.convolve((strokes ** 2).mean(axis=0), window / window.sum(), "same")
    level = 10 * numpy.log10(power + 1e-12)
    found, top, low = [], 0, None  # indices: of the height that is climbed, then of the valley behind it
    for index in range(len(level)):
        if low is None:
            top = max(top, index, key=level.__getitem__)
            if level[top] - level[index] > 6:
                found, low = found + [top], index
        else:
            low = min(low, index, key=level.__getitem__)
            if level[index] - level[low] > 6:
                top, low = index, None
    return [top / RATE for top in found if level[top] > level.max() - 20]


@pytest.mark.parametrize("kit", KITS)
def test_a_clap_is_several_bursts_and_a_tail(kit):
    claps = bursts(kit, 39)
    figure(f"{kit}: a clap begins with bursts at " + ", ".join(f"{1000 * at:.0f}" for at in claps) + " ms")
    early = [at for at in claps if at < 0.06]
    assert 3 <= len(early) <= 5
    assert all(0.007 < b - a < 0.02 for a, b in zip(early[:3], early[1:3]))
    assert len([at for at in bursts(kit, 38) if at < 0.06]) <= 1, "a snare is one stroke"


@pytest.mark.parametrize("kit", KITS)
def test_hats_end_one_another(kit):
    alone = struck(kit, (0.2, 46, 110))
    for key in (42, 44):
        choked = struck(kit, (0.2, 46, 110), (0.3, key, 20))
        after = slice(int(0.25 * RATE), int(0.5 * RATE))
        assert measure.decibels(numpy.std(choked[after]) / numpy.std(alone[after])) < -12, key
    kept = struck(kit, (0.2, 46, 110), (0.3, 38, 20))
    assert measure.decibels(numpy.std(kept[after]) / numpy.std(alone[after])) > -1


@pytest.mark.parametrize("kit", KITS)
def test_a_finger_on_its_pad_plays_the_same_drum(kit, tmp_path):
    for part in parts(kit):
        left, bottom, right, top = part["region"]
        player = gestures.Player(kit, {"low": 0, "high": 1})
        player.finger(0.2, 0.25, (left + right) / 2, (bottom + top) / 2, 1.0)
        (tmp_path / "tap.tactus").write_text(player.text(kit))
        sound = measure.render(measure.PATCHES / f"{kit}.json", tmp_path / "tap.tactus", seconds=3.2)
        sound = sound.mean(axis=1).astype(float)[int(0.2 * RATE):]
        key = struck(kit, (0.2, part["map"]["low"], 100))
        assert abs(numpy.log2(centroid(sound) / centroid(key))) < 0.5, part["name"]
        assert 0.6 < falls(sound) / falls(key) < 1.6 or abs(falls(sound) - falls(key)) < 0.03, part["name"]
