"""The copies of a unison: as many as asked, uneven, spread over left and right, through filters and
shaper."""
import json

import numpy
import pytest

from conftest import figure
from lv2host import MIDI, Plugin, state_file
from test_modulation import BARE

RATE = 48000
ENSEMBLE = BARE | {"osc_a_unison": "16", "osc_a_spread": 100, "voice_width": 1}


def sound_of(folder, parameters, seconds, key=69, block=256):
    folder.mkdir(exist_ok=True)
    state = state_file(folder / f"{len(list(folder.iterdir()))}",
                       json.dumps({"version": 1, "parameters": ENSEMBLE | parameters}))
    with Plugin(rate=RATE, state=state) as plugin:
        return plugin.play([(0, MIDI, bytes([0x90, key, 127]))], int(seconds * RATE), block).astype(float)


def side(sound):
    """The level of the difference of left and right over that of their sum, in decibels."""
    return 20 * numpy.log10(numpy.std(sound[0] - sound[1]) / numpy.std(sound[0] + sound[1]) + 1e-9)


def test_sixteen_copies_are_sixteen_lines(tmp_path):
    """Through a minute, a line every hundredth of a hertz could be told apart."""
    sound = sound_of(tmp_path, {}, 62, key=81)[:, RATE:61 * RATE].sum(axis=0)
    spectrum = abs(numpy.fft.rfft(sound * numpy.blackman(len(sound))))
    hertz = numpy.arange(len(spectrum)) * RATE / len(sound)
    near = (hertz > 880 * 2 ** (-0.7 / 12)) & (hertz < 880 * 2 ** (0.7 / 12))
    part, at = spectrum[near], hertz[near]
    tops = (part[1:-1] > part[:-2]) & (part[1:-1] > part[2:]) & (part[1:-1] > 0.1 * part.max())
    lines = 12 * numpy.log2(at[1:-1][tops] / 880)
    assert len(lines) == 16
    assert abs(lines[0] + 0.5) < 0.001 and abs(lines[-1] - 0.5) < 0.001, "the spread is from end to end"
    assert abs(lines.mean()) < 0.001, "the pitch is that of the voice"
    assert numpy.diff(lines).min() > 0.02, "no two copies are one"
    apart = numpy.diff(lines)
    assert apart.max() / apart.min() > 1.2, "even distances beat together"


def test_copies_do_not_meet_again_and_again(tmp_path):
    """Copies at even distances have one loudness curve that repeats: seven of them nine times in half a
    minute. The curve here is compared with itself after any delay from a quarter of a second on."""
    for copies, most in ((7, 1), (16, 0)):
        sound = sound_of(tmp_path, {"osc_a_unison": str(copies), "osc_a_spread": 20, "voice_width": 0}, 62)
        sound = sound[0][RATE:]
        # The power of hundredths of a second.
        power = (sound[:len(sound) // 480 * 480].reshape(-1, 480) ** 2).mean(axis=1)
        curve = power - power.mean()
        count = len(curve)
        alike = numpy.array([(curve[:count - k] * curve[k:]).mean() / curve.var()
                             for k in range(25, count // 2)])
        again = (alike[1:-1] > 0.9) & (alike[1:-1] > alike[:-2]) & (alike[1:-1] > alike[2:])
        figure(f"{copies} copies: the loudness is {alike.max():.2f} like itself at most, {again.sum()} times "
               f"above 0.9, {10 * numpy.log10(power.max() / power.mean()):.1f} dB above its mean at most")
        assert again.sum() <= most


@pytest.mark.parametrize("parameters", [
    {}, {"osc_a_wave": "saw", "filter_1_kind": "low", "filter_1_cutoff": 2000},
    {"osc_a_wave": "saw", "filter_1_kind": "ladder", "filter_1_drive": 12},
    {"osc_a_wave": "saw", "filter_1_kind": "comb", "filter_1_cutoff": 300},
    {"osc_a_wave": "saw", "filter_1_kind": "band", "filter_2_kind": "high", "filter_routing": "parallel"},
    {"shaper_amount": 0.5},
    # Oscillator B bends C, so all three run at a higher rate; A keeps its places.
    {"osc_b_level": 0.001, "osc_c_level": 0.001, "osc_c_sync": "on"},
    {"osc_b_level": 0.001, "osc_c_level": 0.001, "osc_c_phase_modulation": 0.5, "patch_quality": "4x"}],
    ids=["bare", "low", "ladder", "comb", "parallel", "shaper", "beside sync", "beside phase modulation"])
def test_the_width_goes_through_filters_and_shaper(parameters, tmp_path):
    """At width 0 both sides are the same, to the bit; at width 1 the difference is about 3 dB below the
    sum."""
    wide = sound_of(tmp_path, parameters, 12)[:, RATE:]
    none = sound_of(tmp_path, parameters | {"voice_width": 0}, 2)
    half = sound_of(tmp_path, parameters | {"voice_width": 0.5}, 12)[:, RATE:]
    assert numpy.array_equal(none[0], none[1])
    figure(f"sixteen copies, width 1 {parameters}: S/M {side(wide):.1f} dB; width 0.5: {side(half):.1f} dB")
    assert -5 < side(wide) < -1.5
    assert -16 < side(half) < -8
    balance = numpy.std(wide[0]) / numpy.std(wide[1])
    assert 0.8 < balance < 1.25, "one side is louder"
    loudness = numpy.std(half) / numpy.std(none[:, RATE:])
    assert 0.7 < loudness < 1.4, "the width changes the loudness"


def test_a_filter_colours_both_sides_alike(tmp_path):
    saw = {"osc_a_wave": "saw", "osc_a_spread": 40}
    filtered = sound_of(tmp_path, saw | {"filter_1_kind": "low", "filter_1_cutoff": 1000,
                                         "filter_1_key_tracking": 0}, 8)[:, RATE:]
    plain = sound_of(tmp_path, saw, 8)[:, RATE:]

    def lost(a, b, low, high):
        power = [abs(numpy.fft.rfft(x * numpy.hanning(len(x)))) ** 2 for x in (a, b)]
        part = slice(int(low * len(a) / RATE), int(high * len(a) / RATE))
        return 10 * numpy.log10(power[0][part].sum() / power[1][part].sum())

    for band in ((300, 600), (1700, 1900), (4200, 4600)):
        middle = lost(filtered.sum(axis=0), plain.sum(axis=0), *band)
        beside = lost(filtered[0] - filtered[1], plain[0] - plain[1], *band)
        assert abs(middle - beside) < 0.1, band
