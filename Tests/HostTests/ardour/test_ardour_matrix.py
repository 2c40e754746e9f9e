"""Headless Ardour: the Tone Matrix before Tactus Touch on one MIDI track, with changes of tempo and meter."""
import numpy
import pytest

from ardour_session import Session
from conftest import figure
from matrix_map import TempoMap
from sound import peak

RATE, SECONDS, QUARTERS = 48000, 14, 40
MAP = "tempo:0=120 tempo:8=90 tempo:13=150 meter:16=3/4 tempo:19=100"
TEMPOS = TempoMap((0, 120), (8, 90), (13, 150), (19, 100))


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """A session with a click on each quarter note, played by a dry pluck."""
    return Session(tmp_path_factory.mktemp("ardour"), MAP, "Metronome", "First touch",
                   "Attack=0.0625", "Decay=0.0625", "Sustain=-1", "Release=0.0625", "OSC listen=0",
                   script="matrix.lua")


@pytest.fixture(scope="module")
def first(session):
    return session.export("first", SECONDS)[0]


def onsets(sound):
    """The first frame of each sound after silence of 50 ms."""
    loud = numpy.abs(sound[0]) > 1e-4
    found, last = [], -RATE
    for frame in numpy.flatnonzero(loud):
        if frame - last > RATE // 20:
            found.append(frame)
        last = frame
    return found


def test_notes_lie_on_the_tempo_map(first):
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


def test_eighths_are_followed(tmp_path):
    """In 7/8 Ardour 7 sends parts of a beat in ticks of a quarter note; each quarter note still has its
    click."""
    odd = Session(tmp_path, "tempo:0=120 meter:0=7/8", "Metronome", "First touch", "Attack=0.0625",
                  "Decay=0.0625",
                  "Sustain=-1", "Release=0.0625", "OSC listen=0", script="matrix.lua")
    heard = [frame for frame in onsets(odd.export("odd", 8)[0]) if frame < 7.9 * RATE]
    assert len(heard) == 16 and max(abs(frame - 24000 * place)
                                    for place, frame in enumerate(heard)) < 96, heard


def test_a_second_export_is_the_same(session, first):
    assert numpy.array_equal(session.export("second", SECONDS)[0], first)


def test_saved_and_loaded_again_it_is_the_same(session, first):
    assert "saved" in session.script("resave.lua", session.path)
    assert numpy.array_equal(session.export("third", SECONDS)[0], first)
