"""A recorded performance, and objects on a table, come back from an Ardour MIDI track."""
import random

import mido
import numpy
import pytest

from ardour_session import TICKS, Session
from conftest import ROOT, figure, run
from lv2host import MIDI, Plugin
from seeds import seed
from test_mpe import TACTUS, performance

FRAMES = 24000 / TICKS  # per tick at 120 beats a minute
BEATS = 12


def region(file, beats=BEATS):
    """A MIDI file of `tactus convert` as a track in Ardour's ticks, and its messages with their frames."""
    track, messages, at, last = mido.MidiTrack(), [], 0.0, 0
    for message in mido.MidiFile(file):
        at += message.time
        if message.is_meta:
            continue
        tick = round(at * 2 * TICKS)
        track.append(message.copy(time=tick - last))
        last = tick
        messages.append((at * 48000, bytes(message.bytes())))
    track.append(mido.MetaMessage("end_of_track", time=beats * TICKS - last))
    return track, messages


# x, y, radius, pressure: first halves; second halves, for which Ardour draws no lines; the mark of a place.
FIRST, SECOND, PLACED = (16, 17, 18, 19), (80, 81, 82, 45), 83


def places(messages):
    """From (frame, bytes): for each channel the places of its touch as frame, value of the mark, and four
    14-bit numbers."""
    halves, found = {}, {}
    for frame, data in messages:
        if data[0] & 0xF0 != 0xB0:
            continue
        channel, number, value = data[0] & 15, data[1], data[2]
        halves[channel, number] = value
        if number == PLACED:
            numbers = tuple(halves[channel, high] << 7 | halves[channel, low]
                            for high, low in zip(FIRST, SECOND))
            found.setdefault(channel, []).append((frame, value, numbers))
    return found


# The controllers of a token, on channel 1: what the message is about, then six bits of its numbers in each.
TOKEN = (12, 13, 16, 17, 18, 19, 44, 45)
MIDDLE, LIES, LIFTED, SIZE = range(4)


def tokens(messages):
    """From (frame, bytes): what is said of tokens as frame, topic, slot and three 14-bit numbers. All eight
    controllers of a message have its frame, within one, and its turn."""
    found, come = [], {}
    for frame, data in messages:
        if data[0] != 0xB0 or data[1] not in TOKEN:
            continue
        come[data[1]] = (frame, data[2])
        if len(come) == len(TOKEN):
            frames, values = zip(*(come[number] for number in TOKEN))
            assert max(frames) - min(frames) <= 1 and len({value & 64 for value in values}) == 1
            whole = int("".join(f"{value & 63:06b}" for value in values[1:]), 2)
            found.append((frame, values[0] >> 4 & 3, values[0] & 15,
                          (whole >> 28, whole >> 14 & 16383, whole & 16383)))
            come = {}
    assert not come, "half a message"
    return found


def played(folder, file, monkeypatch):
    """What a plugin hears while Ardour plays a MIDI file from a region; and what the file has."""
    log = folder / "log.txt"
    monkeypatch.setenv("TACTUS_MIDI_LOG", str(log))
    session = Session(folder / "logged", "urn:tactus:test:midi_log")
    track, messages = region(file)
    session.add_region(track, BEATS)
    log.unlink(missing_ok=True)
    session.export("logged", BEATS / 2)
    lines = [line.split() for line in log.read_text().splitlines()]
    assert any(words[1] == "http://ardour.org/lv2/midnam#update" for words in lines if words[0] == "feature")
    return messages, [(int(words[0]), bytes.fromhex(words[1])) for words in lines if words[0] != "feature"]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Three cards that are put down on a simulated table, moved, and taken away, as the MIDI of the
    instrument."""
    folder, cards = tmp_path_factory.mktemp("table"), ROOT / "bundle" / "tangibles"
    for words in (("tangible", "simulate", *sorted(cards.glob("*.json")), "-o", folder / "table.tactus",
                   "--seconds", 5, "--seed", 5, "--drops", 0),
                  ("convert", folder / "table.tactus", folder / "table.mid", "--tangibles", cards,
                   "--size", "597x336", "--confirm", "fast")):
        code, text = run(TACTUS, *words)
        assert code == 0, text
    return folder / "table.mid"


@pytest.fixture(scope="module")
def take(tmp_path_factory):
    folder = tmp_path_factory.mktemp("take")
    performance(folder / "a.tactus", random.Random(seed("ARDOUR_SEED", 7)))
    code, text = run(TACTUS, "convert", folder / "a.tactus", folder / "a.mid")
    assert code == 0, text
    return folder / "a.mid"


def test_a_performance_comes_back_from_a_track(take, tmp_path, monkeypatch):
    messages, heard = played(tmp_path, take, monkeypatch)

    def kind(found, status):
        return [(frame, data) for frame, data in found if data[0] & 0xF0 == status
                and (status != 0x90 or data[2])]

    notes, back = kind(messages, 0x90), kind(heard, 0x90)
    assert [data[:2] for _, data in notes] == [data[:2] for _, data in back]
    late = [b[0] - a[0] for a, b in zip(notes, back)]
    figure(
        f"Ardour track: {len(notes)} notes back within {max(map(abs, late)):.1f} frames; a tick is {FRAMES} "
        f"frames")
    assert max(map(abs, late)) <= FRAMES + 1

    # Every place, in order, to the last bit. Ardour keeps one value of a controller per tick, so of several
    # messages of a touch within a tick the last one counts.
    said, came = places(messages), places(heard)
    assert said.keys() == came.keys()
    count = 0
    for channel in said:
        ticks = {round(frame / FRAMES): (value, numbers) for frame, value, numbers in said[channel]}
        assert [found[1:] for found in came[channel]] == list(ticks.values()), f"channel {channel + 1}"
        assert all(abs(found[0] - tick * FRAMES) <= 1 for tick, found in zip(ticks, came[channel]))
        count += len(ticks)
    figure(
        f"Ardour track: {count} of {sum(map(len, said.values()))} places came back, each in all 14 bits; the "
        f"others shared a tick")

    # The last place of a touch comes after its note-off there, but on the same frame; the instrument waits
    # for it.
    def ends(found, marks, length):
        marks = {(channel, round(frame / length)) for channel, those in marks.items()
                 for frame, _, _ in those}
        return sum((data[0] & 15, round(frame / length)) in marks for frame, data in kind(found, 0x80))

    assert ends(messages, said, FRAMES) == ends(heard, came, 1) > 0

    # The original file and the recorded one, through the instrument: the same touches, at most a tick apart.
    def live(found, shift):
        with Plugin(longest_block=32) as plugin:
            states, events = [], sorted(((round(frame) + shift, MIDI, data) for frame, data in found),
                                        key=lambda e: e[0])
            for block in range(int(BEATS * 24000 / 32)):
                while events and events[0][0] < (block + 1) * 32:
                    frame, form, data = events.pop(0)
                    plugin.event(data, max(frame - block * 32, 0), form)
                plugin.run(32)
                states.append([plugin[name]
                               for name in ("live_count", "live_centroid_x", "live_centroid_y", "live_spread",
                                                         "live_voices")])
            return numpy.array(states)

    ours, theirs = live(messages, 32), live(heard, 32)
    # Compared where neither side has moved for two blocks, which is more than a tick: when fingers move a
    # tick apart, there are centroids in between that the other side never has.
    still = [(states[2:] == states[1:-1]).all(axis=1) & (states[1:-1] == states[:-2]).all(axis=1)
             for states in (ours, theirs)]
    still = still[0] & still[1]
    assert still.sum() > 500
    away = abs(ours - theirs)[2:][still].max(axis=0)
    figure(
        f"Ardour track: at {still.sum()} still moments count, x, y, spread and voices differ by "
        f"{away.tolist()} at most")
    assert away[0] == away[4] == 0 and (away[1:4] <= 1 / 16383 + 1e-6).all()


def test_objects_come_back_from_a_track_as_the_same_tokens(table, tmp_path, monkeypatch):
    messages, heard = played(tmp_path, table, monkeypatch)
    said, came = tokens(messages), tokens(heard)
    assert [token[1:] for token in came] == [token[1:] for token in said]
    late = max(abs(a[0] - b[0]) for a, b in zip(said, came))
    figure(f"Ardour track: {len(came)} messages of {len({token[2] for token in came})} tokens back, each "
           f"in all bits, within {late:.1f} frames; a tick is {FRAMES} frames")
    assert late <= FRAMES / 2 + 1
    # Three cards are put down, moved and taken away, and nothing of it is System Exclusive.
    assert len(came) > 100 and {slot for _, topic, slot, _ in came if topic == LIES} == {0, 1, 2}
    gone = [numbers[0] for _, topic, _, numbers in came if topic == LIFTED]
    assert sum(slots.bit_count() for slots in gone) >= 3 and not any(data[0] == 0xF0 for _, data in messages)
