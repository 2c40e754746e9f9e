"""A recorded performance on an Ardour MIDI track, and the automation that the instrument writes there."""
import json
import os
import random
import subprocess
import time
import xml.etree.ElementTree as xml

import mido
import numpy
import pytest

import osc
from ardour_session import TICKS, Session, preset
from conftest import PLUGIN, ROOT, figure, run
from lv2host import MIDI, Plugin, state_file
from sound import first_sound, hertz, peak
from test_mpe import TACTUS, performance

FRAMES = 24000 / TICKS  # per tick at 120 beats a minute
BEATS = 12


def region(file):
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
    track.append(mido.MetaMessage("end_of_track", time=BEATS * TICKS - last))
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
    # A second try of an export writes the features again.
    begin = max(index for index, words in enumerate(lines) if words[0] == "feature") + 1
    return messages, [(int(words[0]), bytes.fromhex(words[1])) for words in lines[begin:]]


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
    seed = int(os.environ.get("ARDOUR_SEED", random.randrange(1 << 32)))
    print(f"ARDOUR_SEED={seed}")
    performance(folder / "a.tactus", random.Random(seed))
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


# Each token's x is the level of one oscillator.
OBJECTS = {
    "version": 1, "name": "Objects", "parameters": {
        "osc_a_wave": "sine", "osc_b_wave": "sine", "osc_c_wave": "sine", "osc_a_level": 0, "osc_b_level": 0,
        "osc_c_level": 0, "osc_b_semitones": 12, "osc_c_semitones": 19, "filter_1_cutoff": 20000,
        "amp_attack": 0.01, "amp_sustain": 1, "reverb_mix": 0, "delay_mix": 0, "chorus_mix": 0},
    "connections": [{"source": f"token_{number}_x", "destination": f"osc_{letter}_level", "high": 0.3}
                    for number, letter in ((1, "a"), (2, "b"), (3, "c"))]}
WINDOW = 4800


def levels(sound):
    """The amplitude of each oscillator in each tenth of a second; a Hann window parts their tones."""
    windows = sound[0][:len(sound[0]) // WINDOW * WINDOW].reshape(-1, WINDOW) * numpy.hanning(WINDOW)
    times = numpy.arange(WINDOW) / 48000
    return numpy.stack([abs(windows @ numpy.exp(-2j * numpy.pi * hertz(key) * times)) * 4 / WINDOW
                        for key in (60, 72, 79)], axis=1)


def test_an_instrument_has_the_same_tokens_from_a_track(table, tmp_path):
    """A key that is held sounds what three tokens say, on their channel: from a track as without Ardour."""
    # Behind the pads, which sound as fingers until they are objects: their zone ends keys on the channel.
    key = mido.MidiTrack([mido.Message("note_on", note=60, velocity=100, time=65_000),
                          mido.Message("note_off", note=60, time=205_000)])
    file = mido.MidiFile(table)
    file.type = 1
    file.tracks.append(key)
    file.save(tmp_path / "key.mid")
    track, messages = region(tmp_path / "key.mid")
    presets = preset(tmp_path / "presets", PLUGIN, "Objects", patch=f"'''{json.dumps(OBJECTS)}'''")
    session = Session(tmp_path / "played", PLUGIN, "Objects", script="patches.lua", presets=presets)
    session.add_region(track, BEATS, "Objects")
    theirs = levels(session.export("played", BEATS / 2)[0])

    state = state_file(tmp_path / "state", json.dumps(OBJECTS), touch_pressure=0.7)
    with Plugin(state=state, longest_block=1024) as plugin:
        events = sorted(((round(frame), MIDI, data) for frame, data in messages), key=lambda event: event[0])
        ours = levels(plugin.play(events, BEATS * 24000, 1024))

    # The x of each token in the middle of each window in which all three lie there.
    said = [[(frame, numbers[0] / 16383) for frame, topic, slot, numbers in tokens(messages)
             if topic == LIES and slot == wanted] for wanted in range(3)]
    windows = range(15, 47)
    middles = [(window + 0.5) * WINDOW for window in windows]
    xs = numpy.stack([numpy.interp(middles, *zip(*places)) for places in said], axis=1)
    for name, found in (("without Ardour", ours), ("from a track", theirs)):
        found = found[windows.start:windows.stop]
        gains = numpy.median(found / xs, axis=0)
        away = abs(found / gains - xs).max()
        figure(f"Ardour track: the level of a tone says x of its token, {name} within {away:.4f}")
        assert (gains > 0.01).all() and away < 0.02, name
    away = abs(theirs - ours)[windows.start:windows.stop].max() / ours.max()
    figure(f"Ardour track: levels that three tokens play differ by {away:.5f} of the greatest")
    assert away < 0.005 and numpy.ptp(xs, axis=0).max() > 0.1


def test_an_instrument_plays_it_on_its_frames(take, tmp_path):
    session = Session(tmp_path / "played", PLUGIN, "OSC listen=0", "Width=-1")
    track, messages = region(take)
    session.add_region(track, BEATS)
    heard, _ = session.export("played", BEATS / 2)
    first = next(frame for frame, data in messages if data[0] & 0xF0 == 0x90)
    begins = first_sound(heard[0])
    figure(f"Ardour track: the first touch of frame {first:.0f} is heard at {begins}")
    assert first - FRAMES <= begins <= first + FRAMES + 8
    assert peak(heard) > 0.01


def test_the_group_is_written_as_automation_and_played_without_hands(tmp_path):
    port = osc.free_port()
    labels = ("Group centroid x", "Group count", "Macro 1")
    session = Session(tmp_path, PLUGIN, f"OSC port={port}")
    process = subprocess.Popen(
        ["ardour7-lua", session.SCRIPTS / "touched.lua", session.path, "Write", "5", "0", *labels],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=session.environment())
    text = ""
    for line in process.stdout:
        text += line
        if line.startswith("rolls"):
            break
    began = time.monotonic()
    with osc.Sender(port) as sender:
        time.sleep(1)
        for step in range(200):  # two fingers move to the right in two seconds, and a macro rises
            x = 0.2 + 0.5 * step / 199
            word = "began" if step == 0 else "moved"
            sender.send(osc.touch(word, 1, x, 0.3, 0.5))
            sender.send(osc.touch(word, 2, x + 0.1, 0.7, 0.5))
            sender.send(osc.message("/tactus/macro", 1, step / 199))
            time.sleep(max(0, began + 1 + (step + 1) / 100 - time.monotonic()))
        sender.send(osc.touch("ended", 1, x, 0.3))
        sender.send(osc.touch("ended", 2, x, 0.7))
        rest, _ = process.communicate(timeout=60)
    text += rest
    print(text)
    assert "saved" in text
    points = {line[7:].rsplit(" ", 1)[0]: int(line.rsplit(" ", 1)[1]) for line in text.splitlines()
              if line.startswith("points ")}
    figure(f"Ardour self-automation: points written in one pass {points}")
    assert points["Group centroid x"] > 50 and points["Group count"] >= 3 and points["Macro 1"] > 50

    # Without fingers the port follows the lane, within what changes between two looks, and the lane is what
    # was played.
    with Plugin() as plugin:
        index = plugin.port("group_centroid_x")
    session_file = xml.parse(session.path / "touch.ardour").getroot()
    lane = next(found for found in session_file.iter("AutomationList")
                if found.get("automation-id") == f"parameter-{index}").find("events").text.split()
    frames = [int(word[1:]) / TICKS * 24000 for word in lane[::2]]
    values = [float(word) for word in lane[1::2]]
    first = next(place for place, value in enumerate(values) if 0.24 < value < 0.3)
    last = next(place for place, value in enumerate(values) if 0.7 < value < 0.76)
    assert (numpy.diff(values[first:last + 1]) >= 0).all(), "a lane that wavers"
    text = session.script("touched.lua", session.path, "Play", "5", "1", "Group centroid x")
    seen = [(int(words[1]), float(words[-1])) for words in (line.split() for line in text.splitlines())
            if words[:1] == ["now"] and frames[first] + 4096 < int(words[1]) < frames[last] - 4096]
    assert len(seen) > 6, text
    away = max(abs(value - numpy.interp(frame, frames, values)) for frame, value in seen)
    figure(
        f"Ardour self-automation: played back without hands, centroid x is {away:.4f} from its lane at most")
    assert away < 0.03


def test_live_touches_reach_another_track(tmp_path, monkeypatch):
    log, port = tmp_path / "log.txt", osc.free_port()
    monkeypatch.setenv("TACTUS_MIDI_LOG", str(log))
    session = Session(tmp_path / "live", PLUGIN, f"OSC port={port}")
    process = subprocess.Popen(["ardour7-lua", session.SCRIPTS / "live.lua", session.path, "4"],
                               stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, env=session.environment())
    text = ""
    for line in process.stdout:
        text += line
        if line.startswith("rolls"):
            break
    with osc.Sender(port) as sender:
        time.sleep(1)
        for step in range(50):
            sender.send(osc.touch("began" if step == 0 else "moved", 1, 0.2 + step / 100, 0.3, 0.5))
            sender.send(osc.message("/tactus/token", "moved", 7, 0.25, 0.75, 0.5))
            time.sleep(0.02)
        sender.send(osc.touch("ended", 1, 0.69, 0.3))
        sender.send(osc.message("/tactus/token", "lifted", 7))
        rest, _ = process.communicate(timeout=60)
    print(text + rest)
    assert "played" in rest
    heard = [bytes.fromhex(line.split()[1]) for line in log.read_text().splitlines()
             if not line.startswith("feature")]
    xs = [numbers[0] / 16383 for _, _, numbers in places((0, data) for data in heard)[1]]
    figure(f"Ardour, live: {len(xs)} places of one touch reached another track")
    assert [data[0] for data in heard if data[0] & 0xE0 == 0x80] == [0x91, 0x81], "one note, begun and ended"
    assert abs(xs[0] - 0.2) < 1e-4 and abs(xs[-1] - 0.69) < 1e-4 and len(xs) > 40
    token = [found[1:] for found in tokens((0, data) for data in heard)]
    assert token[0] == (LIES, 0, (4096, 12287, 8192)) and token[-1] == (LIFTED, 0, (1, 0, 0))
    assert set(token[:-1]) == {token[0]}, "one token that lies still, told again each second"
    figure(f"Ardour, live: a token that lies still was told {len(token) - 1} times")
