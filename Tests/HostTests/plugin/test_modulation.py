"""Modulation is as fast as it is meant: what modules give goes straight, what comes in steps is smoothed.
Each figure follows from the sound alone, against the formula of the module."""
import json

import numpy
import pytest

from conftest import figure
from lv2host import ATOM, BEGAN, MIDI, MOVED, TOUCH, Plugin, state_file, touch

RATES = [44100, 48000, 96000]
NOTE = [(0, MIDI, bytes([0x90, 69, 127]))]
# A sine at one level without a filter.
BARE = {"osc_a_wave": "sine", "osc_a_level": 1, "osc_b_level": 0, "filter_1_kind": "none", "voice_width": 0,
        "amp_attack": 0.001, "amp_sustain": 1}


def played(folder, rate, seconds, events, parameters, connections=(), block=64, **ports):
    patch = {"version": 1, "parameters": BARE | parameters, "connections": list(connections)}
    folder.mkdir(exist_ok=True)
    state = state_file(folder / f"{rate}-{len(list(folder.iterdir()))}", json.dumps(patch))
    with Plugin(rate=rate, state=state, **ports) as plugin:
        return plugin.play(events, int(seconds * rate), block)[0].astype(float)


def line(sound, rate, hertz):
    """The amplitude of a line, through a Hann window."""
    window = numpy.hanning(len(sound))
    turn = numpy.exp(-2j * numpy.pi * hertz * numpy.arange(len(sound)) / rate)
    return 2 * abs((sound * window * turn).sum()) / window.sum()


def gain_of(folder, rate, seconds, parameters, connection, events=NOTE, **ports):
    """The gain that a connection to the level gives each frame: the sound over the same sound without it. A
    pulse so narrow that it never crosses 0 twice near a frame would do; a low square does."""
    square = {"osc_a_wave": "square", "osc_a_semitones": -48}
    moved = played(folder, rate, seconds, events, square | parameters, [connection], **ports)
    still = played(folder, rate, seconds, events, square | parameters, **ports)
    sure = abs(still) > 0.3 * abs(still).max()
    return numpy.where(sure, moved / numpy.where(sure, still, 1), numpy.nan)


@pytest.mark.parametrize("rate", RATES)
def test_a_vibrato_of_100_hertz_has_its_depth(rate, tmp_path):
    """±d semitones at 100 Hz are a phase modulation of index f·(2^(d/12) − 1)/100 (the exponential curve
    counts for less than a thousandth): the first sidebands over the carrier are J1/J0."""
    d, pitch = 0.3, 880.0
    sound = played(tmp_path, rate, 2, [(0, MIDI, bytes([0x90, 81, 127]))],
                   {"lfo_1_rate": 100, "lfo_1_depth": d})[rate:]
    times = numpy.linspace(0, 1, 20001)[:-1]
    curve = numpy.cumsum(pitch * (2 ** (d / 12 * numpy.sin(2 * numpy.pi * times)) - 1)) / 20000 / 100
    ideal = numpy.exp(2j * numpy.pi * (curve - curve.mean()))
    wanted = abs((ideal * numpy.exp(-2j * numpy.pi * times)).mean()) / abs(ideal.mean())
    found = numpy.sqrt(line(sound, rate, pitch - 100) * line(sound, rate, pitch + 100)) / line(sound, rate,
                                                                                               pitch)
    figure(f"vibrato at 100 Hz, {rate} Hz: {found / wanted:.3f} of its depth")
    assert 0.98 <= found / wanted < 1.01


@pytest.mark.parametrize("rate", RATES)
def test_a_tremolo_of_100_hertz_has_its_depth(rate, tmp_path):
    level = {"source": "lfo_2", "destination": "amp_level", "low": 0.2, "high": 0.8, "combine": "last"}
    sound = played(tmp_path, rate, 2, NOTE, {"lfo_2_rate": 100}, [level])[rate:]
    found = (line(sound, rate, 340) + line(sound, rate, 540)) / line(sound, rate, 440) / 0.6
    figure(f"tremolo at 100 Hz, {rate} Hz: {found:.3f} of its depth")
    assert 0.98 <= found < 1.01


@pytest.mark.parametrize("begin", [0, 5, 31])
@pytest.mark.parametrize("rate", RATES)
def test_an_attack_of_a_millisecond_reaches_its_peak(rate, begin, tmp_path):
    """Envelope 2 rises in 1 ms and falls in 1 ms to 0, straight. The note begins anywhere in a tick."""
    times = {"env_2_attack": 0.001, "env_2_decay": 0.001, "env_2_sustain": 0, "env_2_attack_curve": 0,
             "env_2_decay_curve": 0}
    level = {"source": "env_2", "destination": "amp_level", "low": 0, "high": 1, "combine": "last"}
    events = [(begin, MIDI, bytes([0x90, 69, 127]))]
    long = {"amp_attack": 0.001}
    gain = gain_of(tmp_path, rate, 0.01, times | long, level, events)
    at = int(numpy.nanargmax(gain)) - begin
    figure(f"envelope of 1 ms, {rate} Hz, frame {begin} of a tick: peak {numpy.nanmax(gain):.3f} "
           f"after {at / rate * 1000:.2f} ms")
    assert numpy.nanmax(gain) > 0.95
    assert abs(at / rate - 0.001) < 0.0001


@pytest.mark.parametrize("rate", RATES)
def test_a_pitch_envelope_of_a_millisecond_arrives(rate, tmp_path):
    """An octave and a half within 1 ms and back in 30 ms: from the phase of the sound."""
    times = {"env_2_attack": 0.001, "env_2_decay": 0.03, "env_2_sustain": 0, "env_2_attack_curve": 0,
             "env_2_decay_curve": 0, "osc_a_semitones": 36}
    bend = {"source": "env_2", "destination": "voice_pitch", "low": 0, "high": 18}
    sound = played(tmp_path, rate, 0.05, NOTE, times, [bend])
    # The times at which the sine crosses 0 upwards are those of the formula's phase.
    frames = numpy.arange(len(sound)) / rate
    level = numpy.where(frames < 0.001, frames / 0.001, numpy.maximum(1 - (frames - 0.001) / 0.03, 0))
    phase = numpy.cumsum(3520 * 2 ** (18 * level / 12)) / rate
    phase = numpy.concatenate([[0], phase[:-1]])
    below = numpy.flatnonzero((sound[:-1] < 0) & (sound[1:] >= 0))
    crossed = below + sound[below] / (sound[below] - sound[below + 1])
    found = numpy.interp(crossed, numpy.arange(len(phase)), phase)
    late = crossed / rate > 0.035
    off = abs(found - numpy.round(found))[late].max()
    cycles = found[late][0] - (numpy.flatnonzero(late)[0] + 1)
    figure(f"pitch envelope 1/30 ms of 18 semitones, {rate} Hz: {abs(cycles):.2f} cycles off the formula")
    assert abs(cycles) < 1 and off < 0.5


@pytest.mark.parametrize("rate", RATES)
def test_an_lfo_of_the_timeline_is_on_time(rate, tmp_path):
    """A cycle of 1/8 beat at 120 beats a minute, free: the delay of the level behind the formula."""
    level = {"source": "lfo_2", "destination": "amp_level", "low": 0, "high": 1, "combine": "last"}
    gain = gain_of(tmp_path, rate, 1.5, {"lfo_2_rate": 16, "amp_attack": 0.001}, level)
    times = numpy.arange(len(gain)) / rate
    part = (times > 0.5) & ~numpy.isnan(gain)
    basis = numpy.stack([numpy.sin(2 * numpy.pi * 16 * times[part]),
                         numpy.cos(2 * numpy.pi * 16 * times[part]), numpy.ones(part.sum())], axis=1)
    sine, cosine, _ = numpy.linalg.lstsq(basis, gain[part], rcond=None)[0]
    late = numpy.arctan2(-cosine, sine) / (2 * numpy.pi * 16) * 1000
    figure(f"LFO of 16 Hz, {rate} Hz: {late:.2f} ms late")
    assert abs(late) < 0.1


@pytest.mark.parametrize("tempo, block", [(127, 64), (93.5, 256)])
@pytest.mark.parametrize("rate", RATES)
def test_an_lfo_of_the_hosts_beat_is_on_time(rate, tempo, block, tmp_path):
    """A cycle of 1/8 beat. The host says once, within a block, which beat it is at and that it rolls: from
    there the LFO is a sine of its beats. Least squares at the frequency that follows from the tempo, and the
    phase against that of the beat."""
    level = {"source": "lfo_2", "destination": "amp_level", "low": 0, "high": 1, "combine": "last"}
    at, beat, seconds = 1001, 3.3, 2.5
    sounds = []
    for connections in ([level], []):
        patch = {"version": 1, "connections": connections, "parameters":
                 BARE | {"osc_a_wave": "square", "osc_a_semitones": -48, "lfo_2_beats": "1/8"}}
        state = state_file(tmp_path / f"{len(connections)}", json.dumps(patch))
        with Plugin(rate=rate, state=state) as plugin:
            place = plugin.position(speed=1.0, bar=0, barBeat=beat, beatsPerMinute=float(tempo),
                                    beatsPerBar=4.0, beatUnit=4)
            sounds.append(plugin.play([*NOTE, (at, ATOM + "Object", place)], int(seconds * rate), block)[0])
    moved, still = (sound.astype(float) for sound in sounds)
    sure = abs(still) > 0.3 * abs(still).max()
    times = numpy.arange(len(still)) / rate
    part = sure & (times > 0.5)
    hertz = tempo / 60 * 8
    turns = (beat * 8 + hertz * (times - at / rate))[part]
    basis = numpy.stack([numpy.sin(2 * numpy.pi * turns), numpy.cos(2 * numpy.pi * turns),
                         numpy.ones(len(turns))], axis=1)
    sine, cosine, _ = numpy.linalg.lstsq(basis, moved[part] / still[part], rcond=None)[0]
    late = numpy.arctan2(-cosine, sine) / (2 * numpy.pi * hertz) * 1000
    depth = numpy.hypot(sine, cosine) / 0.5
    figure(f"LFO of 1/8 beat at {tempo} beats a minute, {rate} Hz: {late:.3f} ms late, {depth:.3f} of its "
           "depth")
    assert abs(late) < 0.1 and 0.98 < depth < 1.02


def above(folder, events, parameters, connections, rate=48000, **ports):
    """The energy above 5 kHz against all, in decibels: steps without smoothing are broad."""
    sound = played(folder, rate, 3, events, parameters, connections, **ports)[rate:]
    power = abs(numpy.fft.rfft(sound * numpy.blackman(len(sound)))) ** 2
    return 10 * numpy.log10(power[int(5000 * len(sound) / rate):].sum() / power.sum())


# What the smoothing of all parameters gave before modules went straight, in decibels above 5 kHz.
STEPS = {"amp_level": (-78.5, {"low": 0.2, "high": 0.9}), "voice_pitch": (-78.5, {"low": -1, "high": 1}),
         "voice_pan": (-78.5, {"low": -0.8, "high": 0.8}),
         "filter_1_cutoff": (-78.5, {"low": 200, "high": 4000})}


@pytest.mark.parametrize("destination", STEPS)
def test_a_finger_that_moves_in_steps_makes_no_zipper_noise(destination, tmp_path):
    """A finger moves sixty times a second by a random distance, in the worst case from edge to edge."""
    limit, ends = STEPS[destination]
    random = numpy.random.default_rng(7)
    events = [(0, TOUCH, touch(BEGAN, 1, 0.5, 0.5, 0.7))]
    for k in range(1, 179):
        events.append((k * 800 + int(random.integers(0, 31)), TOUCH,
                       touch(MOVED, 1, 0.5, float(random.random()), 0.7)))
    filtered = {"filter_1_kind": "low", "filter_1_resonance": 0.5} if "filter" in destination else {}
    connection = {"source": "touch_y", "destination": destination, "combine": "last"} | ends
    found = above(tmp_path, events, {"osc_a_semitones": -12} | filtered, [connection])
    figure(f"a finger in steps to {destination}: {found:.1f} dB above 5 kHz")
    assert found <= limit


def test_a_port_that_moves_in_steps_makes_no_zipper_noise(tmp_path):
    patch = {"version": 1, "parameters": BARE | {"filter_1_kind": "low", "filter_1_resonance": 0.5,
                                                 "filter_1_cutoff": 800}}
    state = state_file(tmp_path / "state", json.dumps(patch))
    random, parts = numpy.random.default_rng(3), []
    with Plugin(state=state) as plugin:
        plugin.event(bytes([0x90, 57, 127]))
        for k in range(180):
            plugin["cutoff"] = float(random.uniform(-2, 2))
            plugin["detune"] = float(random.uniform(-50, 50))
            parts.append(plugin.run(800)[0].astype(float))
    sound = numpy.concatenate(parts)[48000:]
    power = abs(numpy.fft.rfft(sound * numpy.blackman(len(sound)))) ** 2
    found = 10 * numpy.log10(power[int(5000 * len(sound) / 48000):].sum() / power.sum())
    figure(f"a port in steps to the cutoff: {found:.1f} dB above 5 kHz")
    assert found <= -78.5


def test_corners_are_the_same_at_any_block_size(tmp_path):
    """Sixteen voices with short, looping envelopes of different lengths have corners everywhere."""
    times = {"env_2_attack": 0.002, "env_2_decay": 0.003, "env_2_sustain": 0, "env_2_loop": "on",
             "amp_attack": 0.003}
    connections = [{"source": "env_2", "destination": "amp_level", "low": 0.1, "high": 1},
                   {"source": "touch_note", "destination": "env_2_attack", "low": 0.001, "high": 0.02},
                   {"source": "env_2", "destination": "voice_pitch", "low": -2, "high": 2}]
    events = [(137 * k, MIDI, bytes([0x90, 40 + 3 * k, 100])) for k in range(16)]
    events += [(9000 + 97 * k, MIDI, bytes([0x80, 40 + 3 * k, 0])) for k in range(16)]
    sounds = [played(tmp_path, 48000, 0.4, events, times, connections, block=block)
              for block in (64, 1, 17, 500, 4096)]
    assert abs(sounds[0]).max() > 0.01
    for sound in sounds[1:]:
        assert numpy.array_equal(sound, sounds[0])
