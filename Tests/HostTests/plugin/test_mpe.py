"""MPE that mido encodes, played by the built plugin: pitch, zones, bad input; and recordings by `tactus
convert`."""
import random

import mido
import numpy
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
    """The sound of messages on the first frame; the starting patch without the detuning of its second
    oscillator."""
    with Plugin(longest_block=BLOCK, cutoff=-1, width=-1, **ports) as plugin:
        return plugin.play([(0, MIDI, bytes(message.bytes())) for message in messages], int(seconds * 48000),
                           BLOCK)


def note(channel, key=57, velocity=100):
    return mido.Message("note_on", channel=channel, note=key, velocity=velocity)


def wheel(channel, amount):
    return mido.Message("pitchwheel", channel=channel, pitch=amount)


@pytest.mark.parametrize("setup,channel,bends,expected", [
    (parameter(0, 6, 15), 1, [(1, 2048)], 57 + 12),  # 48 semitones are 8192
    (parameter(0, 6, 15), 1, [(1, 2048), (0, 4096)], 57 + 12 + 1),  # and the manager's two
    (parameter(0, 6, 15), 0, [(0, 4096), (1, 8191)], 57 + 1),  # a note of the manager
    # one member's range is all members'
    (parameter(0, 6, 15) + parameter(3, 0, 24), 1, [(1, 4096)], 57 + 12),
    (parameter(0, 6, 15) + parameter(0, 0, 12), 1, [(0, 8191)], 57 + 12),
    (parameter(15, 6, 7), 14, [(14, 2048), (15, -4096)], 57 + 12 - 1),
    (parameter(15, 6, 7), 3, [(3, 4096)], 57 + 1),  # no member: the port's two semitones
    (parameter(0, 6, 15) + parameter(0, 6, 0), 1, [(1, 4096)], 57 + 1),
])
def test_a_bent_note_has_its_pitch(setup, channel, bends, expected):
    heard = sound(*setup, *(wheel(*bend) for bend in bends), note(channel))
    cents = cents_from(heard[0, 24000:], hertz(expected))
    figure(f"MPE from mido: note bent to {expected}, off by {cents:.2f} cents")
    assert abs(cents) < 3


@pytest.mark.parametrize("setup", [
    parameter(0, 6, 127), parameter(0, 6, 16), parameter(7, 6, 15), parameter(0, 6, 15)[1:],
    parameter(0, 6, 15)[::2],
    [mido.Message("control_change", channel=0, control=control, value=value) for control, value in
     ((99, 0), (98, 6), (6, 15))],
    parameter(0, 6, 15)[:2] + parameter(0, 16383, 15),
], ids=["127 members", "16 members", "on channel 8", "first half missing", "second half missing",
        "not registered",
        "deselected"])
def test_what_is_no_zone_makes_none(setup):
    heard = sound(*setup, wheel(1, 4096), note(1))
    assert abs(cents_from(heard[0, 24000:], hertz(58))) < 3, "a member would be 24 semitones up"


def test_the_port_makes_zones_too():
    for mode, channel in ((1, 1), (2, 1), (2, 14)):
        heard = sound(wheel(channel, 2048), note(channel), mpe=mode)
        assert abs(cents_from(heard[0, 24000:], hertz(69))) < 3
    heard = sound(*parameter(0, 6, 15), wheel(1, 4096), note(1), mpe=0)
    assert abs(cents_from(heard[0, 24000:], hertz(58))) < 3


def test_each_note_is_a_touch_of_the_group():
    with Plugin(longest_block=BLOCK) as plugin:
        for message in [*parameter(0, 6, 15), note(1, 54), note(2, 66), note(0, 40)]:
            plugin.event(message.bytes())
        plugin.run(BLOCK)
        assert plugin["live_count"] == 2 and plugin["live_voices"] == 3
        # Two octaves from 48 span the width; so does the map of the starting patch.
        assert abs(plugin["live_centroid_x"] - 0.5) < 1e-5 and abs(plugin["live_centroid_y"] - 0.5) < 1e-5
        plugin.event(mido.Message("control_change", channel=1, control=74, value=127).bytes())
        plugin.run(BLOCK)
        assert abs(plugin["live_centroid_y"] - (0.5 + 127 / 128) / 2) < 1e-5
        for message in [mido.Message("control_change", channel=0, control=123, value=0)]:
            plugin.event(message.bytes())
        plugin.run(BLOCK)
        assert plugin["live_count"] == 0


def test_any_bytes_leave_it_whole():
    seed = random.randrange(1 << 32)
    print("seed", seed)
    lot = random.Random(seed)
    with Plugin(longest_block=BLOCK) as plugin:
        for _ in range(300):
            for _ in range(40):
                plugin.event(bytes(lot.randrange(256) for _ in range(lot.randrange(5))), lot.randrange(BLOCK))
                plugin.event(bytes([lot.randrange(0x80, 0xF0), lot.randrange(128), lot.randrange(128)]))
            assert numpy.isfinite(plugin.run(BLOCK)).all(), seed
        for channel in range(16):
            for control in (64, 66, 69, 120):
                plugin.event(mido.Message("control_change", channel=channel, control=control,
                                          value=0).bytes())
        plugin["panic"] = 1
        for _ in range(20):
            plugin.run(BLOCK)
        assert plugin["live_voices"] == 0 and plugin["live_count"] == 0, seed


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
