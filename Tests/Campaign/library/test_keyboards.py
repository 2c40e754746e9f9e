"""The library plays from keyboards: every patch from any of them, and well from those that its tags name."""
import numpy
import pytest

from factory_patches import PATCHES, tagged

import keyboards
import measure


def played(name, midi, seconds=None):
    sound = measure.render(measure.PATCHES / f"{name}.json", midi=midi, seconds=seconds)
    assert numpy.isfinite(sound).all()
    return sound


def root(sound):
    return measure.decibels(numpy.sqrt((sound.astype(float) ** 2).mean()))


TEN = (36, 43, 48, 52, 55, 60, 64, 67, 72, 76)


def keys(folder, *notes, length=1.2):
    """A MIDI file of (begin, key, velocity): notes alone, without wheel and aftertouch."""
    path = folder / "keys.mid"
    path.write_bytes(keyboards.file([event for begin, key, velocity in notes for event in
                                     ((begin, [0x90, key, velocity]), (begin + length, [0x80, key, 64]))]))
    return path


@pytest.mark.parametrize("name", PATCHES)
def test_any_keyboard_plays_any_patch(name, tmp_path):
    assert root(played(name, keys(tmp_path, (0.2, 60, 100), (0.2, 48, 100)))) > -60


@pytest.mark.parametrize("name", tagged("keyboard"))
def test_it_plays_well_from_a_keyboard(name, tmp_path):
    loudness, peak = measure.ebur128(played(name, measure.take_of(PATCHES[name])))
    assert measure.FROM_KEYBOARDS[0] < loudness < measure.FROM_KEYBOARDS[1] and peak < -0.5, f"{loudness} LUFS, {peak} dBTP"
    # A key sounds at once; a harder stroke is louder.
    levels = []
    for velocity in (30, 120):
        note = played(name, keys(tmp_path, (0.5, 48, velocity)))[:, :].mean(axis=1)
        assert abs(note[:int(0.5 * measure.RATE)]).max() < 1e-4
        levels.append(measure.decibels(abs(note).max()))
    early = abs(note[int(0.5 * measure.RATE):int(0.75 * measure.RATE)]).max()
    assert measure.decibels(early) > levels[1] - 20, "it begins too late"
    assert levels[1] - levels[0] > 3, levels
    # Compared with each other: the extremes are 10 dB apart.
    assert -21 < levels[1] < -8, levels


@pytest.mark.parametrize("name", sorted({*tagged("keyboard"), *tagged("mpe")}))
def test_it_is_even_over_the_keys_and_takes_all_ten_fingers(name, tmp_path):
    places = range(36, 85, 4)
    line = played(name, keys(tmp_path, *((0.2 + 2 * place, key, 100) for place, key in enumerate(places)),
                             length=1.0))
    levels = [root(line[int((0.2 + 2 * place) * measure.RATE):int((1.2 + 2 * place) * measure.RATE)])
              for place in range(len(places))]
    assert max(levels) - min(levels) < 10, [round(level) for level in levels]
    full = played(name, keys(tmp_path, *((0.1, key, 127) for key in TEN), length=3.0))
    assert measure.ebur128(full)[1] < 0


@pytest.mark.parametrize("name", tagged("mpe"))
def test_it_plays_well_from_an_mpe_keyboard(name, tmp_path):
    take = measure.take_of(PATCHES[name], "mpe")
    sound = played(name, take)
    loudness, peak = measure.ebur128(sound)
    assert measure.FROM_KEYBOARDS[0] < loudness < measure.FROM_KEYBOARDS[1] and peak < -0.5, f"{loudness} LUFS, {peak} dBTP"
    style = take.stem.partition("-")[2] or "keys"
    for still in ("pressure", "timbre", "bend"):
        (tmp_path / "still.mid").write_bytes(keyboards.file(keyboards.expressive(style, still=[still])))
        moved = measure.difference(sound, played(name, tmp_path / "still.mid"))
        assert moved > measure.AUDIBLE, f"{still} is not heard: {moved:.2f} dB"
