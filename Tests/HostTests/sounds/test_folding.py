"""What the built plugin folds back at quality 4x: all bins of 20 Hz to 18 kHz that are more than 18 Hz from a
harmonic of C6, against the whole."""
import json

import numpy
import pytest

from conftest import figure
from lv2host import MIDI, Plugin, state_file
from test_modulation import BARE

KEY, C6 = 84, 440 * 2 ** (15 / 12)
SAW, SINE = {"osc_a_wave": "saw"}, {"osc_a_wave": "sine"}
B = {"osc_a_level": 0, "osc_b_level": 1, "osc_b_cents": 0}
PHASE = {"osc_b_wave": "sine", "osc_b_phase_modulation": 2}
# A voice lies 13 dB below full scale before the drive.
KINDS = {
    "drive": (SAW | {"drive_gain": 36}, -70),
    "soft shaper on a sine": (SINE | {"shaper_amount": 1}, -75),
    "ladder at 36 dB": (SAW | {"filter_1_kind": "ladder", "filter_1_cutoff": 10000, "filter_1_resonance": 0,
                               "filter_1_drive": 36}, -60),
    "phase modulation by a sine at 1:1": (SINE | B | PHASE, -70),
    "phase modulation by a sine at 1:2": (SINE | B | PHASE | {"osc_a_semitones": 12}, -70),
    "phase modulation by a saw": (SAW | B | PHASE, -35),
    "phase modulation of a saw by a saw": (SAW | B | PHASE | {"osc_b_wave": "saw"}, -20),
    "FM of index 5 at ratio 7": ({"osc_a_level": 0, "fm_level": 1, "fm_index": 5, "fm_modulator": 7}, -70),
    "hard sync": (SAW | B | {"osc_b_wave": "saw", "osc_b_sync": "on", "osc_b_semitones": 15}, -70),
    "ring modulation": (SAW | B | {"osc_b_wave": "saw", "osc_b_ring": 1}, -70),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rate", [44100, 48000, 96000])
def test_little_is_folded(rate, kind, tmp_path):
    parameters, limit = KINDS[kind]
    state = state_file(tmp_path / "state", json.dumps({"version": 1, "parameters": BARE | parameters,
                                                       "connections": []}), quality=1)
    with Plugin(rate=rate, state=state) as plugin:
        sound = plugin.play([(0, MIDI, bytes([0x90, KEY, 127]))], 2 * rate, 64)[0].astype(float)[rate:]
    power = abs(numpy.fft.rfft(sound * numpy.kaiser(len(sound), 20))) ** 2
    hertz = numpy.arange(len(power)) * rate / len(sound)
    heard = (hertz >= 20) & (hertz <= 18000)
    beside = heard & (abs(hertz - numpy.round(hertz / C6) * C6) > 18)
    folded = 10 * numpy.log10(power[beside].sum() / power[heard].sum())
    figure(f"folded at {rate} Hz, 4x, {kind}: {folded:.1f} dB")
    assert abs(sound).max() > 0.001 and folded < limit
