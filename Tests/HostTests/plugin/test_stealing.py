"""A voice that another one replaces fades out without a tick."""
import json

import numpy
import pytest

from conftest import figure
from lv2host import MIDI, Plugin, state_file
from test_modulation import BARE

RATE = 48000


def played(folder, name, notes, voices, parameters=(), rate=RATE):
    state = state_file(folder / name, json.dumps({"version": 1, "voices": voices,
                                                  "parameters": BARE | dict(parameters)}))
    with Plugin(rate=rate, state=state) as plugin:
        events = [(at, MIDI, bytes([status, key, 127])) for at, status, key in notes]
        return plugin.play(events, RATE, 64)[0].astype(float)


def above(sound, rate, hertz=5000):
    """The greatest sample of what is above a frequency."""
    spectrum = numpy.fft.rfft(sound)
    spectrum[:int(hertz * len(sound) / rate)] = 0
    return abs(numpy.fft.irfft(spectrum, len(sound))).max()


@pytest.mark.parametrize("voices, rate", [
    ({"polyphony": 1}, RATE), ({"mono": True}, RATE), ({"polyphony": 3}, RATE), ({"mono": True}, 44100),
    ({"polyphony": 1}, 96000)], ids=["stolen", "mono", "third", "mono-44100", "stolen-96000"])
def test_a_voice_that_is_replaced_leaves_no_tick(voices, rate, tmp_path):
    """What the old voice adds is the sound of both notes without that of the new one alone: a sine that
    fades. Where it ends in the sound is anywhere in a cycle and in a tick."""
    worst, rest, reach = 0.0, 0.0, voices.get("polyphony", 1)
    for at in range(24000, 24110, 7 if rate == RATE else 19):
        old = [(0, 0x90, 57 + 4 * k) for k in range(reach)]
        both = played(tmp_path, f"both{at}", old + [(at, 0x90, 76)], voices, rate=rate)
        kept = played(tmp_path, f"kept{at}", old, voices, rate=rate)
        new = played(tmp_path, f"new{at}", [(at, 0x90, 76)], voices, rate=rate)
        fading = both - new
        assert numpy.array_equal(both[:at], kept[:at]) and abs(kept[at:]).max() > 0.05
        rest = max(rest, abs(fading[at + 640 * rate // RATE:]).max() if reach == 1 else 0)
        window = numpy.ones(RATE)
        window[:12000] = numpy.hanning(24000)[:12000]
        window[-12000:] = numpy.hanning(24000)[-12000:]
        worst = max(worst, above(fading * window, rate))
    found = 20 * numpy.log10(worst)
    figure(f"a replaced voice ({voices}) at {rate} Hz: {found:.1f} dBFS above 5 kHz")
    assert found < -80
    assert rest == 0, "the old voice sounds on"


def test_two_voices_that_replace_each_other_quickly_stay_bounded(tmp_path):
    """A trill faster than the fade: never more than what the voices that fade may add."""
    notes = []
    for k in range(200):
        notes += [(k * 100, 0x90, 60 + k % 2 * 3), (k * 100 + 90, 0x80, 60 + k % 2 * 3)]
    sound = played(tmp_path, "trill", notes, {"polyphony": 1}, {"amp_release": 2})
    assert abs(sound).max() < 1
    assert numpy.isfinite(sound).all()


def test_a_chord_glides_to_a_chord_voice_by_voice(tmp_path):
    """After C E G come F A C. Each voice begins at the nearest note that no other has left: E, G and C, of
    which the low C is heard while the glide is young. A melody glides from its last note, as ever."""
    folder = tmp_path
    first, second = [60, 64, 67], [65, 69, 72]
    notes = [(0, 0x90, key) for key in first] + [(20000, 0x80, key) for key in first]
    notes += [(24000, 0x90, key) for key in second]
    sound = played(folder, "chord", notes, {}, {"voice_glide": 2, "amp_release": 0.01})[24000:28800]
    spectrum = abs(numpy.fft.rfft(sound * numpy.hanning(len(sound)), 1 << 16))

    def level(key):
        near = 440 * 2 ** ((key - 69) / 12) / RATE * (1 << 16)
        return spectrum[int(near * 0.985):int(near * 1.03)].max()

    for key in first:
        assert level(key) > 0.3 * spectrum.max(), f"no voice begins at {key}"
    assert level(72) < 0.1 * spectrum.max()
    melody = [(0, 0x90, 60), (6000, 0x80, 60), (9000, 0x90, 72), (20000, 0x80, 72), (24000, 0x90, 62)]
    sound = played(folder, "melody", melody, {}, {"voice_glide": 2, "amp_release": 0.01})[24000:28800]
    spectrum = abs(numpy.fft.rfft(sound * numpy.hanning(len(sound)), 1 << 16))
    # The note before has not arrived at 72 yet, but a new one begins where it was going.
    assert level(71.5) > 0.5 * spectrum.max()
