"""The session of the guide in which each track of a grid plays another synth (docs/guide/sessions), as Ardour exports
it: each synth sounds with the notes of its track, and only then."""
import re

import mido
import numpy
import pytest

from ardour_session import Session
from conftest import ROOT, figure, run
from sound import peak
from stage import TACTUS

SOURCE = ROOT / "docs" / "guide" / "sessions" / "synth-for-each-track"
SECONDS, RATE = 8, 48000
TRACKS = {"piano": 0, "bass": 1, "drums": 9}


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    return Session.copied(tmp_path_factory.mktemp("session"), SOURCE)


@pytest.fixture(scope="module")
def notes(tmp_path_factory):
    """The beginnings of each channel's notes in seconds, as the command exports the grid."""
    file = tmp_path_factory.mktemp("notes") / "grid.mid"
    status, text = run(TACTUS, "grid", "export", ROOT / "bundle" / "grids" / "bossa.json", "-o", file, "--bars", "4")
    assert status == 0, text
    found, time = {}, 0.0
    for message in mido.MidiFile(file):
        time += message.time
        if message.type == "note_on" and message.velocity:
            found.setdefault(message.channel, []).append(time)
    return found


@pytest.mark.parametrize("name", TRACKS)
def test_each_synth_plays_its_track(session, notes, name):
    sound, _ = session.export(name, SECONDS, only=name)
    begins = sorted(set(notes[TRACKS[name]]))
    assert peak(sound) > 0.01, f"{name} is silent"
    level = abs(sound).max(axis=0)
    first = numpy.flatnonzero(level > 1e-4)[0] / RATE
    # How much louder it is just behind the beginning of a note than before.
    rises = [level[int((at + 0.005) * RATE):][:2400].max() / (level[:int(at * RATE)][-960:].max() + 1e-6)
             for at in begins if 0.05 < at < SECONDS - 0.1]
    rising = sum(rise > 1.2 for rise in rises)
    figure(f"{name}: {len(begins)} notes, the first sounds {(first - begins[0]) * 1000:.1f} ms after its beginning; "
           f"{rising} of {len(rises)} make it louder")
    assert -0.003 < first - begins[0] < 0.06
    # Soft hats behind loud drums do not.
    assert rising > len(rises) / 3


def test_its_outputs_are_connected_in_order():
    text = (SOURCE / "synth-for-each-track.ardour").read_text()
    for place, name in enumerate(TRACKS, 2):
        port = re.search(rf'<Port [^>]*name="grid/midi_out {place}"[^>]*>(.*?)</Port>', text, re.S)
        assert re.findall(r'other="([^"]*)"', port.group(1)) == [f"{name}/midi_in 1"]


def test_it_names_no_place_of_the_machine_that_made_it():
    texts = [path.read_text() for path in SOURCE.rglob("*") if path.suffix in (".ardour", ".ttl")]
    assert len(texts) == 3
    for text in texts:
        assert set(re.findall(r'[= ]"(/[^"]*)"', text)) <= {"/usr/share/sounds/sf2/default-GM.sf2"}
