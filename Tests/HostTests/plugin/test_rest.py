"""An instance at rest computes nothing, and nothing of that is heard: its modules go on in closed form."""
import json

import numpy

from conftest import ROOT, figure
from lv2host import ATOM, MIDI, Plugin, state_file
from test_modulation import BARE

RATE = 48000
REFERENCE = ROOT / "Tests" / "Bench" / "reference.json"


def test_a_free_lfo_is_where_it_would_be_after_a_rest(tmp_path):
    """A note long after the last one has the phase of an LFO that has run all the time."""
    patch = {"version": 1, "parameters": BARE | {"osc_a_wave": "square", "osc_a_semitones": -48,
                                                 "lfo_2_rate": 7.3, "amp_release": 0.01},
             "connections": [{"source": "lfo_2", "destination": "amp_level", "low": 0, "high": 1,
                              "combine": "last"}]}
    for rest in (1, 33):
        state = state_file(tmp_path / f"state{rest}", json.dumps(patch))
        with Plugin(rate=RATE, state=state) as plugin:
            events = [(0, MIDI, bytes([0x90, 69, 127])), (9600, MIDI, bytes([0x80, 69, 0]))]
            plugin.play(events, 9600 + rest * RATE + 77, 256)
            plugin.event([0x90, 69, 127])
            sound = plugin.play([], RATE, 64)[0].astype(float)
        times = (9600 + rest * RATE + 77 + numpy.arange(RATE)) / RATE
        # The square wave has 0 as its mean over whole periods; its absolute value is the level.
        part = numpy.arange(RATE) > 4800
        basis = numpy.stack([numpy.sin(2 * numpy.pi * 7.3 * times), numpy.cos(2 * numpy.pi * 7.3 * times),
                             numpy.ones(RATE)], axis=1)
        sine, cosine, _ = numpy.linalg.lstsq(basis[part], abs(sound[part]), rcond=None)[0]
        late = numpy.arctan2(-cosine, sine) / (2 * numpy.pi * 7.3) * 1000
        figure(f"LFO after {rest} s of silence: {late:.2f} ms late")
        assert abs(late) < 1


def test_rest_is_the_same_at_any_block_size(tmp_path):
    """The reference patch plays, is silent until it rests, and plays again."""
    state = state_file(tmp_path / "state", REFERENCE.read_text())
    events = [(100 + 7 * k, MIDI, bytes([0x90, 40 + 3 * k, 100])) for k in range(8)]
    events += [(20000 + 7 * k, MIDI, bytes([0x80, 40 + 3 * k, 0])) for k in range(8)]
    events += [(1_000_003, MIDI, bytes([0x90, 50, 100]))]
    sounds = []
    for block in (64, 1000, 8192):
        with Plugin(rate=RATE, state=state) as plugin:
            sounds.append(plugin.play(events, 1_050_000, block))
    assert not sounds[0][:, 990_000:1_000_003].any(), "it does not rest after 20 s"
    assert abs(sounds[0][:, 1_000_003:]).max() > 0.01
    for sound in sounds[1:]:
        assert numpy.array_equal(sound, sounds[0])


def test_what_sounds_after_a_start_does_not_depend_on_the_rest_before_it(tmp_path):
    """A host's export loads a session, and rolls after a time that depends on the machine. The instance may
    rest by then, may begin to rest between the start and the first note, or not rest at all."""
    state = state_file(tmp_path / "state", (ROOT / "bundle/patches/cluster_drone.json").read_text())
    sounds = []
    for silent in (0.5, 3.5, 3.9, 8):
        before = int(silent * RATE)
        with Plugin(rate=RATE, state=state) as plugin:
            start = plugin.position(speed=1.0, frame=0, bar=0, barBeat=0.0, beatsPerMinute=120.0,
                                    beatsPerBar=4.0, beatUnit=4)
            events = [(before, ATOM + "Object", start)]
            events += [(before + RATE, MIDI, bytes([0x90, key, 100])) for key in (48, 55, 64)]
            sounds.append(plugin.play(events, before + 3 * RATE, 256)[:, before:])
    assert abs(sounds[0]).max() > 0.01
    for sound in sounds[1:]:
        assert numpy.array_equal(sound, sounds[0]), f"{abs(sound - sounds[0]).max()}"
