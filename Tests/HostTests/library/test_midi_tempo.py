"""`tactus render --midi`: the plugin's timeline follows the tempo map of the file, by what sounds."""
import json
import struct

import numpy

from conftest import figure

import measure

# One note of 12 s; 120 a minute for 4 quarters, then 60, then 180 from the 8th quarter on.
TEMPOS = ((0, 500_000), (4, 1_000_000), (8, 333_333))


def midi():
    def length(ticks):
        out = [ticks & 127]
        while ticks := ticks >> 7:
            out.insert(0, ticks & 127 | 128)
        return bytes(out)

    events = [(96 * quarter, b"\xff\x51\x03" + microseconds.to_bytes(3, "big"))
              for quarter, microseconds in TEMPOS]
    events += [(0, b"\x90\x3c\x64"), (96 * 20, b"\x80\x3c\x40")]
    events.sort(key=lambda event: event[0])
    track, now = b"", 0
    for tick, message in events + [(96 * 20, b"\xff\x2f\x00")]:
        track += length(tick - now) + message
        now = tick
    return (b"MThd" + struct.pack(">IHHH", 6, 0, 1, 96) + b"MTrk" + struct.pack(">I", len(track)) + track)


def test_a_synced_lfo_follows_the_tempo_map(tmp_path):
    """The level is a square wave of one cycle a beat. Its edges are where the beats are."""
    (tmp_path / "song.mid").write_bytes(midi())
    (tmp_path / "pulse.json").write_text(json.dumps({
        "version": 1, "parameters": {"amp_sustain": 1, "amp_attack": 0.001, "lfo_2_wave": "square",
                                     "lfo_2_beats": "1", "amp_level": 0.1, "osc_b_level": 0},
        "connections": [{"source": "lfo_2", "destination": "amp_level", "low": 0, "high": 0.5,
                         "combine": "last"}]}))
    sound = measure.render(tmp_path / "pulse.json", midi=tmp_path / "song.mid", seconds=9.5).mean(axis=1)
    frames = numpy.abs(sound[:len(sound) // 480 * 480].astype(float)).reshape(-1, 480).max(axis=1)
    loud = frames > frames.max() / 2
    rises = 0.01 * (1 + numpy.flatnonzero(~loud[:-1] & loud[1:]))
    beats, now = [], 0.0
    for quarter in range(16):
        beats.append(now)
        now += [us for at, us in TEMPOS if at <= quarter][-1] / 1e6
    wanted = [beat for beat in beats if 0.2 < beat < 9]
    figure(f"beats at {', '.join(f'{at:.2f}' for at in rises)} s")
    assert len(rises) >= len(wanted)
    for beat in wanted:
        assert abs(rises - beat).min() < 0.03, f"no beat at {beat:.2f} s: {rises}"
