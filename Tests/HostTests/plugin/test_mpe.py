"""MPE that mido encodes, played by the built plugin, and recordings by `tactus convert`. The rules of MPE are
tested in Tests/InstrumentTests/Playing, against a model."""
import random

import mido
import pytest

import osc
from conftest import ROOT, figure, run
from lv2host import MIDI, Plugin
from sound import cents_from, hertz

BLOCK = 256
TACTUS = ROOT / ".build" / "release" / "tactus"


def parameter(channel, number, value):
    """The messages of a registered parameter, by mido."""
    return [mido.Message("control_change", channel=channel, control=control, value=amount)
            for control, amount in ((101, number >> 7), (100, number & 127), (6, value))]


def sound(*messages, seconds=1.0, **ports):
    """The sound of messages on the first frame; the plain saw without the detuning of its second
    oscillator."""
    with Plugin(longest_block=BLOCK, cutoff=-1, width=-1, **ports) as plugin:
        return plugin.play([(0, MIDI, bytes(message.bytes())) for message in messages], int(seconds * 48000),
                           BLOCK)


def note(channel, key=57, velocity=100):
    return mido.Message("note_on", channel=channel, note=key, velocity=velocity)


def wheel(channel, amount):
    return mido.Message("pitchwheel", channel=channel, pitch=amount)


@pytest.mark.parametrize("setup,channel,bends,expected", [
    # A member's 48 semitones are 8192, and the manager's two are added.
    (parameter(0, 6, 15), 1, [(1, 2048), (0, 4096)], 57 + 12 + 1),
    (parameter(15, 6, 7), 14, [(14, 2048), (15, -4096)], 57 + 12 - 1),
    (parameter(15, 6, 7), 3, [(3, 4096)], 57 + 1),  # no member: the port's two semitones
])
def test_a_bent_note_has_its_pitch(setup, channel, bends, expected):
    heard = sound(*setup, *(wheel(*bend) for bend in bends), note(channel))
    cents = cents_from(heard[0, 24000:], hertz(expected))
    figure(f"MPE from mido: note bent to {expected}, off by {cents:.2f} cents")
    assert abs(cents) < 3


def performance(path, lot, seconds=4, fingers=6):
    """Writes a performance of random fingers, 120 messages a second; returns the touches that begin."""
    lines, began = [], []
    for finger in range(1, fingers + 1):
        at = lot.uniform(0.1, 0.6)
        while at < seconds - 1:
            x, y = lot.random(), lot.random()
            length = lot.randrange(4, 90)
            began.append((at, x, y))
            for step in range(length):
                word = "began" if step == 0 else "ended" if step == length - 1 else "moved"
                lines.append((at, osc.touch(word, finger, x, y, 0.2 + 0.7 * lot.random())))
                x, y = (min(1, max(0, n + lot.uniform(-0.01, 0.01))) for n in (x, y))
                at += 1 / 120
            at += lot.uniform(0.2, 0.7)
    lines.sort(key=lambda line: line[0])
    path.write_text("# tactus performance 1\n"
                    + "".join(f"{at:.6f} a {packet.hex()}\n" for at, packet in lines))
    return sorted(began)


def test_convert_makes_a_file_that_mido_reads(tmp_path):
    lot = random.Random(5)
    began = performance(tmp_path / "a.tactus", lot)
    for words in ((tmp_path / "a.tactus", tmp_path / "a.mid"), (tmp_path / "a.mid", tmp_path / "b.tactus"),
                  (tmp_path / "b.tactus", tmp_path / "b.mid")):
        code, text = run(TACTUS, "convert", *words)
        assert code == 0, text
    notes, at = [], 0.0
    for message in mido.MidiFile(tmp_path / "a.mid"):
        at += message.time
        if message.type == "note_on" and message.velocity:
            notes.append((at, message.channel))
    assert len(notes) == len(began)
    assert all(abs(a[0] - b[0]) < 1e-4 for a, b in zip(notes, began))
    assert {channel for _, channel in notes} <= set(range(1, 7)), "the lowest free channels"
    # The second conversion gives the same touches: pairs are equal to the last bit.
    files = [[message.bytes() for message in mido.MidiFile(tmp_path / name) if not message.is_meta
              and message.type ==
              "control_change" and message.control in (16, 17, 18, 19, 48, 49, 50, 51, 80, 81, 82, 45, 83)]
             for name in ("a.mid", "b.mid")]
    assert files[0] == files[1]


def test_convert_refuses_what_has_no_touch(tmp_path):
    mido.MidiFile(tracks=[mido.MidiTrack([note(0)])]).save(tmp_path / "plain.mid")
    code, text = run(TACTUS, "convert", tmp_path / "plain.mid", tmp_path / "x.tactus")
    assert code != 0 and "no recorded touch" in text and not (tmp_path / "x.tactus").exists()
