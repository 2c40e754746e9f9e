"""The outputs of a patch in Ardour: a MIDI region plays touches into Tactus Touch, and a second plugin on the track
logs what Tactus sends, with the frames of the timeline. An independent model (Tests/Models/outputs.py) computes the
same messages from the touches, on the same frames."""
import json
import random
import sys

import mido
import numpy
import pytest

import osc
from ardour_session import TICKS, Session, preset
from conftest import PLUGIN, ROOT, figure, run
from seeds import seed
from test_ardour_mpe import FIRST, PLACED, SECOND, region
from test_mpe import TACTUS
from test_outputs import BASE, of

sys.path.insert(0, str(ROOT / "Tests" / "Models"))
import outputs as model  # noqa: E402

SECONDS, BEATS = 6, 12
FRAMES = SECONDS * 48000
BUSY = 150_000  # until here the fingers are fast; then one more is put down in each third of a second
# At the default rate, which Ardour can record. The notes have a channel that no recorded touch has, because they would
# count as a loop.
CC = {"source": "touch_x", "to": "cc", "number": 20}
BEND = {"source": "group_spread", "to": "pitch_bend", "channel": 2, "low": 0.5, "slope": 0.4}
SMOOTH = {"source": "touch_y", "to": "cc_14", "number": 5, "channel": 3, "direction": "down", "smooth": [0.03, 0.1]}
COARSE = {"source": "touch_pressure", "to": "nrpn", "number": 1000, "channel": 4, "threshold": 0.1}
NOTE = {"source": "touch_x", "to": "note", "channel": 16, "voices": "each", "low": 36, "high": 84,
        "velocity": "touch_pressure"}
PORT = {"source": "group_count", "to": "port", "number": 3}
GAP = 192  # the frames between two messages of an output at this rate
# A tick of Ardour's is 12.5 frames and one of Tactus 32. Touches move on each second tick of Ardour's, which is a whole
# frame, and begin and end where both meet.
MOVES, EDGES, START = 25, 800, 3200
# Controllers between whose values Ardour draws lines.
LINES = (48, 49, 50, 51, 74)


def script(lot):
    """The touches as (frame, kind, number, x, y, pressure), at least two ticks of Tactus apart."""
    lines, down, frame, number = [], {}, START, 0

    def write(at, kind, one):
        lines.append((at, kind, one, *down[one]))

    while frame < BUSY:
        edge = -(-frame // EDGES) * EDGES
        if not down or len(down) < 5 and lot.random() < 0.1:
            number, frame = number + 1, edge
            down[number] = (lot.random(), lot.random(), lot.uniform(0.1, 1))
            write(frame, "began", number)
        elif lot.random() < 0.07:
            one, frame = lot.choice(list(down)), edge
            write(frame, "ended", one)
            del down[one]
        else:
            one = lot.choice(list(down))
            down[one] = tuple(min(max(each + lot.uniform(-0.1, 0.1), 0.01), 1) for each in down[one])
            write(frame, "moved", one)
        # At least 4 ms, because a recording has no more positions of a finger.
        frame += lot.randrange(200, 900, MOVES)
    for one in list(down):
        frame = -(-frame // EDGES) * EDGES + EDGES
        write(frame, "ended", one)
        del down[one]
    held = range(number + 1, number + 6)
    for nth, one in enumerate(held):
        down[one] = (0.1 + 0.2 * nth, lot.random(), 0.5)
        write(BUSY + 16_000 * (nth + 1), "began", one)
    for nth, one in enumerate(held):
        write(FRAMES - 8000 + EDGES * nth, "ended", one)
    return lines


def touches(messages):
    """The touches of a recording, as `script` has them, with the values of 14 bits that are in it."""
    halves, playing, lines, count = {}, {}, [], 0
    for at, data in messages:
        frame, status, channel = round(at), data[0] & 0xF0, data[0] & 15
        assert abs(at - frame) < 0.01 and not frame % MOVES, "Ardour has no tick on this frame"
        place = [float(numpy.float32(halves.get((channel, high), 0) << 7 | halves.get((channel, low), 0)) / 16383)
                 for high, low in zip(FIRST, SECOND)]
        x, y, _, pressure = place
        if status == 0xB0:
            halves[channel, data[1]] = data[2]
            if data[1] == PLACED and channel in playing:
                lines.append((frame, "moved", playing[channel], x, y, pressure))
        elif status == 0x90 and data[2]:
            count += 1
            playing[channel] = count
            lines.append((frame, "began", count, x, y, pressure))
        elif status in (0x80, 0x90):
            lines.append((frame, "ended", playing.pop(channel), x, y, pressure))
    return lines


def only_touches(file):
    """Removes the messages of a recording that are for other instruments. Ardour draws lines between their values, and
    Tactus evaluates its outputs at each message of a line."""
    whole = mido.MidiFile(file)
    for track in whole.tracks:
        kept, time = [], 0
        for message in track:
            time += message.time
            if message.type not in ("pitchwheel", "aftertouch") and not (message.is_cc() and message.control in LINES):
                kept.append(message.copy(time=time))
                time = 0
        track[:] = kept
    whole.save(file)


def recording(written, folder):
    """A script as a region for Ardour, and its messages with their frames."""
    (folder / "touches.tactus").write_text("# tactus performance 1\n" + "".join(
        f"{frame / 48000:.6f} a {osc.touch(kind, one, *rest).hex()}\n" for frame, kind, one, *rest in written))
    code, text = run(TACTUS, "convert", folder / "touches.tactus", folder / "touches.mid")
    assert code == 0, text
    only_touches(folder / "touches.mid")
    return region(folder / "touches.mid", BEATS)


class Played:
    """A session whose region plays the touches, and what Tactus sent in two exports."""

    def __init__(self, folder, log):
        written = script(random.Random(seed("ARDOUR_OUTPUTS_SEED", 43)))
        track, messages = recording(written, folder)
        self.lines = touches(messages)
        assert [line[:3] for line in self.lines if line[1] != "moved"] == [
            line[:3] for line in written if line[1] != "moved"]
        patch = json.dumps({**BASE, "outputs": [CC, BEND, SMOOTH, COARSE, NOTE, PORT]})
        presets = preset(folder / "presets", PLUGIN, "Sends", patch=f"'''{patch}'''")
        self.session = Session(folder / "ardour", PLUGIN, "Sends", "urn:tactus:test:midi_log", script="behind.lua",
                               presets=presets)
        self.session.add_region(track, BEATS)
        self.log = log
        self.exports = [self.logged("export.lua", self.session.path, folder, name, SECONDS, "-")[1]
                        for name in ("first", "second")]
        self.sent = self.exports[0]

    def logged(self, script, *arguments):
        """The text of a script, and the messages that are logged meanwhile."""
        self.log.unlink(missing_ok=True)
        text = self.session.script(script, *arguments)
        words = [line.split() for line in self.log.read_text().splitlines() if not line.startswith("feature")]
        return text, [(int(each[0]), bytes.fromhex(each[1])) for each in words]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("outputs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TACTUS_MIDI_LOG", str(folder / "log.txt"))
        yield Played(folder, folder / "log.txt")


def number_of(data):
    return data[1] | data[2] << 7


def with_shared_keys(notes):
    """The messages of notes of which several may have one key: it is struck again, and ends with the last of them."""
    count, found = {}, []
    for frame, (status, key, velocity) in notes:
        is_on = status & 0xF0 == 0x90
        if is_on and count.get(key):
            found.append((frame, (status - 0x10, key, 64)))
        count[key] = count.get(key, 0) + (1 if is_on else -1)
        if is_on or not count[key]:
            found.append((frame, (status, key, velocity)))
    return found


@pytest.mark.parametrize("output,kind", [(CC, 0xB0), (BEND, 0xE0), (COARSE, 0xB0)],
                         ids=["control change", "pitch bend", "NRPN"])
def test_values_leave_on_their_frames(played, output, kind):
    found = of(played.sent, output.get("channel", 1), kind)
    expected = [(frame, message) for frame, number in model.sent(output, played.lines, FRAMES)
                for message in model.messages(output, number)]
    assert len(expected) > 50
    assert [frame for frame, _ in found] == [frame for frame, _ in expected]
    if kind == 0xE0:
        off = max(abs(number_of(one) - number_of(other)) for (_, one), (_, other) in zip(found, expected))
    else:
        assert [data[1] for _, data in found] == [data[1] for _, data in expected]
        off = max(abs(one[2] - other[2]) for (_, one), (_, other) in zip(found, expected))
    figure(f"Ardour: {len(found)} messages of {output['to']} on their frames, at most {off} steps off")
    assert off <= 1


def test_a_smoothed_value_of_14_bits_is_within_a_step(played):
    found = of(played.sent, SMOOTH["channel"], 0xB0)
    pairs = list(zip(found[::2], found[1::2]))
    assert all(one[0] == other[0] and (one[1][1], other[1][1]) == (5, 37) for one, other in pairs)
    values, sent = dict(model.values(SMOOTH, played.lines, FRAMES)), {}
    for (frame, high), (_, low) in pairs:
        sent[frame] = high[2] << 7 | low[2]
    off = max(abs(number - values[frame] * 16383) for frame, number in sent.items())
    figure(f"Ardour: {len(sent)} smoothed values on their frames, at most {off:.2f} steps of 14 bits off")
    assert len(sent) > 1000 and off <= 1
    # No value is missing: a message leaves when the model is two steps from what was sent and the gap is over.
    last = None
    for frame, value in values.items():
        if frame in sent:
            last = frame
        else:
            assert frame - last < GAP + 32 or abs(value * 16383 - sent[last]) < 2, frame


def test_notes_have_the_keys_of_the_scale_on_their_frames(played):
    found, expected = of(played.sent, NOTE["channel"], 0x80, 0x90), with_shared_keys(model.notes(NOTE, played.lines))
    figure(f"Ardour: {len(found)} messages of notes on their frames")
    assert len(expected) > 100 and found == expected


def held(messages, channel, *kinds):
    """The messages of touches, without the first values."""
    return [(frame, data) for frame, data in of(messages, channel, *kinds) if START <= frame < FRAMES]


def read_track(file):
    """The messages of a MIDI file of Ardour's at 120 beats a minute, with their frames."""
    whole, tick, found = mido.MidiFile(file), 0, []
    for message in whole.tracks[0]:
        tick += message.time
        if not message.is_meta:
            found.append((tick * 24000 / whole.ticks_per_beat, tuple(message.bytes())))
    return found


def test_a_track_records_what_an_export_has(played):
    """In real time, on a second track."""
    text, live = played.logged("record_midi.lua", played.session.path, SECONDS + 0.5)
    assert "saved" in text, text
    assert [each for each in live if each[0] < FRAMES] == [each for each in played.sent if each[0] < FRAMES]
    [file] = played.session.path.rglob("*take*.mid")
    recorded, tick = read_track(file), 24000 / TICKS
    # Ardour moves a recording as a whole, by less than a cycle.
    shift = of(played.sent, NOTE["channel"], 0x90)[0][0] - of(recorded, NOTE["channel"], 0x90)[0][0]
    assert abs(shift) < 1024
    recorded = [(frame + shift, data) for frame, data in recorded]
    for channel, *kinds in ((BEND["channel"], 0xE0), (NOTE["channel"], 0x80, 0x90)):
        sent, found = held(played.sent, channel, *kinds), held(recorded, channel, *kinds)
        off = max(abs(one[0] - other[0]) for one, other in zip(found, sent))
        figure(f"Ardour: {len(found)} messages recorded on a track, at most {off:.2f} frames off")
        assert off <= tick
        # It orders the messages of a tick in its own way.
        assert sorted(data for _, data in found) == sorted(data for _, data in sent)
    # It writes no value of a controller twice: after each message, both halves have the value that was sent.
    found, halves, at = of(recorded, SMOOTH["channel"], 0xB0), {}, 0
    sent = held(played.sent, SMOOTH["channel"], 0xB0)
    for (frame, high), (_, low) in zip(sent[::2], sent[1::2]):
        while at < len(found) and found[at][0] <= frame + tick:
            halves[found[at][1][1]] = found[at][1][2]
            at += 1
        assert (halves[5], halves[37]) == (high[2], low[2]), frame
    figure(f"Ardour: {len(live)} messages in real time, as exported; {len(sent) // 2} values of 14 bits recorded")


def test_two_exports_have_the_same_messages(played):
    first, second = played.exports
    figure(f"Ardour: {len(first)} messages in each of two exports")
    assert len(first) > 1000 and first == second


def test_a_control_output_has_the_value_of_its_time(played):
    """In real time, because Ardour doesn't record control outputs. A reading counts if the model's value is the same
    for two cycles before and after it."""
    text = played.session.script("outputs.lua", played.session.path, SECONDS, "Output 3")
    assert "played" in text, text
    values = model.values(PORT, played.lines, FRAMES)
    frames, numbers = numpy.array([frame for frame, _ in values]), numpy.array([value for _, value in values])
    compared = {}
    for line in text.splitlines():
        if not line.startswith("read"):
            continue
        before, value, after = (float(word) for word in line.split()[1:])
        near = numbers[(frames > before - 2048) & (frames < after + 2048)]
        if before > 2048 and after < FRAMES - 2048 and (near == near[0]).all():
            assert value == pytest.approx(near[0], abs=1e-6), line
            compared[value] = compared.get(value, 0) + 1
    figure(f"Ardour: {sum(compared.values())} readings of a control output with {len(compared)} values")
    assert {round(value * 11) for value in compared} >= {1, 2, 3, 4, 5}
