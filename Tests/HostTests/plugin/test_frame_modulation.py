"""Oscillator B, noise or LFO 1 moves oscillator A, filter 1 and the level frame by frame: by the formulas of
frequency, phase and amplitude modulation."""
import json

import numpy
import pytest

from conftest import figure
from lv2host import MIDI, Plugin, state_file
from test_modulation import BARE, line

RATES = [44100, 48000, 96000]
B = {"osc_b_wave": "sine", "osc_b_level": 0, "osc_b_cents": 0}


def bessel(orders, index):
    """Jk, by the integral that defines it."""
    turn = 2 * numpy.pi * numpy.arange(4096) / 4096
    return numpy.array([numpy.exp(1j * (index * numpy.sin(turn) - k * turn)).mean().real for k in orders])


def sound_of(folder, rate, parameters, connections=(), key=69, seconds=2):
    patch = {"version": 1, "parameters": BARE | B | parameters, "connections": list(connections)}
    folder.mkdir(exist_ok=True)
    state = state_file(folder / f"{len(list(folder.iterdir()))}", json.dumps(patch))
    with Plugin(rate=rate, state=state) as plugin:
        return plugin.play([(0, MIDI, bytes([0x90, key, 127]))], seconds * rate, 64)[0].astype(float)[rate:]


def levels(sound, rate, carrier, modulator, count=4):
    """The sidebands of a carrier, those that are reflected at 0 Hz left out."""
    return [line(sound, rate, carrier + k * modulator) for k in range(count)]


@pytest.mark.parametrize("rate", RATES)
def test_linear_frequency_modulation_has_the_sidebands_of_chowning(rate, tmp_path):
    """A frequency that moves by ±0.4 of 880 Hz at 110 Hz has the index 3.2: |Jk(3.2)|."""
    sound = sound_of(tmp_path, rate, {"osc_a_frequency_modulation": 0.4, "osc_b_semitones": -36}, key=81)
    found = numpy.array(levels(sound, rate, 880, 110))
    wanted = abs(bessel(range(4), 3.2))
    error = 20 * numpy.log10(found / found[2] / (wanted / wanted[2]))
    figure(f"linear frequency modulation, {rate} Hz: {abs(error).max():.3f} dB off")
    assert abs(error).max() < 0.1


@pytest.mark.parametrize("rate", RATES)
def test_phase_modulation_has_the_sidebands_of_bessel(rate, tmp_path):
    sound = sound_of(tmp_path, rate, {"osc_a_phase_modulation": 2 / (2 * numpy.pi), "osc_b_semitones": -36},
                     key=81)
    found = numpy.array(levels(sound, rate, 880, 110))
    wanted = abs(bessel(range(4), 2))
    assert abs(20 * numpy.log10(found / found[0] / (wanted / wanted[0]))).max() < 0.1


@pytest.mark.parametrize("rate", RATES)
def test_exponential_pitch_modulation_is_that_of_the_formula(rate, tmp_path):
    """±5 semitones at 55 Hz, recomputed by integrating the frequency."""
    sound = sound_of(tmp_path, rate, {"osc_a_pitch_modulation": 5, "osc_b_semitones": -48}, key=81)
    times = numpy.arange(20000) / 20000
    hertz = 880 * 2 ** (5 / 12 * numpy.sin(2 * numpy.pi * times))
    mean = hertz.mean()
    phase = numpy.cumsum(hertz - mean) / 20000 / 55
    ideal = numpy.exp(2j * numpy.pi * phase)
    wanted = numpy.array([abs((ideal * numpy.exp(-2j * numpy.pi * k * times)).mean()) for k in range(5)])
    # The mean of an exponential curve lies above its middle, so the carrier is sharp.
    found = numpy.array(levels(sound, rate, mean, 55, 5))
    strong = wanted > 0.05
    error = 20 * numpy.log10(found / found[strong][0] / (wanted / wanted[strong][0]))[strong]
    figure(f"exponential pitch modulation, {rate} Hz: {abs(error).max():.3f} dB off")
    assert abs(error).max() < 0.2


@pytest.mark.parametrize("rate", RATES)
def test_the_level_is_modulated_by_its_amount(rate, tmp_path):
    """1 − a(1 − m)/2 has the mean 1 − a/2 and sidebands of a/4 each."""
    for amount in (0.5, 1):
        sound = sound_of(tmp_path, rate, {"amp_modulation": amount, "osc_b_semitones": -24})
        ratio = line(sound, rate, 550) / line(sound, rate, 440)
        assert abs(ratio / (amount / 4 / (1 - amount / 2)) - 1) < 0.005


def test_the_cutoff_is_modulated_by_octaves(tmp_path):
    """An LFO that stands at +1, then at −1 (a square), moves the cutoff as far as a patch with that
    cutoff."""
    filtered = {"filter_1_kind": "low", "filter_1_key_tracking": 0, "filter_1_resonance": 0.3,
                "osc_a_modulator": "lfo_1", "lfo_1_wave": "square", "lfo_1_rate": 0.01}
    for kind in ("low", "high", "band", "ladder", "comb", "vowel"):
        for sign in (1, -1):
            moved = sound_of(tmp_path, 48000, filtered | {
                "filter_1_kind": kind, "filter_1_cutoff": 800, "filter_1_cutoff_modulation": 1.5,
                "lfo_1_phase": 0.25 if sign > 0 else 0.75})
            still = sound_of(tmp_path, 48000, filtered | {"filter_1_kind": kind,
                                                          "filter_1_cutoff": 800 * 2 ** (1.5 * sign)})
            # The tangent of the cutoff is moved, not the cutoff itself.
            apart = 20 * numpy.log10(line(moved, 48000, 440) / line(still, 48000, 440))
            assert abs(apart) < 0.5, (kind, sign, apart)


def test_noise_moves_what_it_is_asked_to(tmp_path):
    """Noise on the phase widens a line: most of the power leaves it."""
    still = sound_of(tmp_path, 48000, {"osc_a_modulator": "noise"})
    moved = sound_of(tmp_path, 48000, {"osc_a_modulator": "noise", "osc_a_phase_modulation": 1})
    assert line(moved, 48000, 440) < 0.5 * line(still, 48000, 440)
    assert 0.8 < numpy.std(moved) / numpy.std(still) < 1.2
