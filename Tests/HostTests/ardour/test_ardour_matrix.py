"""Headless Ardour: the Tone Matrix before Tactus Touch on one MIDI track, with changes of tempo and
meter."""
import json

import numpy

from ardour_session import Session, preset
from conftest import PLUGIN, ROOT, figure
from matrix_map import TempoMap
from sound import peak

RATE, SECONDS, QUARTERS = 48000, 14, 40
MAP = "tempo:0=120 tempo:8=90 tempo:13=150 meter:16=3/4 tempo:19=100"
TEMPOS = TempoMap((0, 120), (8, 90), (13, 150), (19, 100))


def clicks(folder):
    """A session with a click on each quarter note, played by a pluck: *First touch* without its room."""
    patch = json.loads((ROOT / "bundle/patches/first_touch.json").read_text())
    patch["name"] = "Dry"
    del patch["parameters"]["reverb_mix"]
    presets = preset(folder / "presets", PLUGIN, "Dry", patch=f"'''{json.dumps(patch)}'''")
    return Session(folder, MAP, "Metronome", "Dry", "Attack=0.0625", "Decay=0.0625", "Sustain=-1",
                   "Release=0.0625", "OSC listen=0", script="matrix.lua", presets=presets)


def onsets(sound):
    """The first frame of each sound after 50 ms of silence."""
    found, last = [], -RATE
    for frame in numpy.flatnonzero(numpy.abs(sound[0]) > 1e-4):
        if frame - last > RATE // 20:
            found.append(frame)
        last = frame
    return found


def test_notes_lie_on_the_tempo_map(tmp_path):
    first, _ = clicks(tmp_path).export("first", SECONDS)
    assert peak(first) > 0.01, "silent"
    heard = [frame for frame in onsets(first) if frame < (SECONDS - 0.1) * RATE]
    expected = [TEMPOS.seconds(quarter) for quarter in range(QUARTERS) if TEMPOS.seconds(quarter) < SECONDS
                - 0.1]
    assert len(heard) == len(expected), f"{len(heard)} sounds, {len(expected)} quarter notes: {heard}"
    errors = [frame / RATE - seconds for frame, seconds in zip(heard, expected)]
    figure(
        f"Ardour: {len(heard)} onsets, {min(errors) * 1000:.3f} to {max(errors) * 1000:.3f} ms off the tempo "
        f"map")
    assert max(map(abs, errors)) < 0.002, errors
