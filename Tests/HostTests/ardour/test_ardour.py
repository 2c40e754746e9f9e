"""A headless Ardour session with the plugin on a MIDI track: saved, loaded again, exported, automated."""
import numpy
import pytest

from ardour_session import Session
from conftest import PLUGIN, figure
from sound import cents_from, hertz, peak

SECONDS = 4
NOTES = [(1, 3, 57, 100), (5, 2, 69, 90)]  # in beats at 120: half a second each


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    made = Session(tmp_path_factory.mktemp("ardour"), PLUGIN, "Cutoff=-1.5", "OSC listen=0")
    made.add_notes(NOTES, 8)
    return made


@pytest.fixture(scope="module")
def first(session):
    return session.export("first", SECONDS, "Cutoff", "OSC listen")


def test_it_sounds_in_tune(first):
    sound, _ = first
    assert peak(sound) > 0.01, "silent"
    assert peak(sound[:, :23000]) == 0, "it sounds before the first note"
    for beat, length, key, _ in NOTES:
        steady = sound[0, int((beat + 0.5) * 24000):int((beat + length) * 24000)]
        cents = cents_from(steady, hertz(key))
        figure(f"Ardour: note {key} is off pitch by {cents:.2f} cents")
        assert abs(cents) < 3


def test_a_parameter_survives_save_and_load(first):
    assert first[1] == {"Cutoff": -1.5, "OSC listen": 0}


def test_a_second_load_exports_the_same_samples(session, first):
    again, values = session.export("second", SECONDS, "Cutoff")
    assert values == {"Cutoff": -1.5}
    different = numpy.flatnonzero((again != first[0]).any(axis=0))
    assert not different.size, f"{different.size} samples differ, the first at {different[0]}"
