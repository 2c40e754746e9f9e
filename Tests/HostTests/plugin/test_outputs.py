"""The outputs of a patch in the built plugin: every message on its frame, as an independent model has it
(Tests/Models/outputs.py); the same at any block size and in two renders."""
import json
import random
import socket
import sys
import time

import numpy
import pytest

from conftest import ROOT, figure
from lv2host import BEGAN, ENDED, MIDI, MOVED, TOUCH, Plugin, state_file, touch
from seeds import seed

sys.path.insert(0, str(ROOT / "Tests" / "Models"))
import outputs as model  # noqa: E402

RATE, FRAMES = 48000, 48000
KINDS = {"began": BEGAN, "moved": MOVED, "ended": ENDED}
# Fast attack and a full sustain: no corner of an envelope lies between two ticks.
BASE = {"version": 1, "name": "Sends", "sound": False, "mpe_out": False, "connections": [],
        "map": {"quantise": "at_begin"},
        "parameters": {"amp_attack": 0.002, "amp_decay": 0.1, "amp_sustain": 1, "amp_release": 0.1}}
CC = {"source": "touch_x", "to": "cc", "number": 20, "rate": 1500}
BEND = {"source": "group_spread", "to": "pitch_bend", "channel": 2, "low": 0.5, "high": 1, "slope": 0.4,
        "rate": 1500}
SMOOTH = {"source": "touch_y", "to": "cc_14", "number": 5, "channel": 3, "direction": "down",
          "smooth": [0.03, 0.1], "rate": 1500}
COARSE = {"source": "touch_pressure", "to": "nrpn", "number": 1000, "channel": 4, "threshold": 0.1}
SLOW = {"source": "touch_y", "to": "channel_pressure", "channel": 6, "rate": 50}
NOTE = {"source": "touch_x", "to": "note", "channel": 5, "voices": "each", "low": 36, "high": 84,
        "velocity": "touch_pressure", "rate": 1500}


def script(lot):
    """Touches that begin and end on ticks and move on any frame, at least a tick apart."""
    lines, frame, down, number = [], 640, {}, 0
    while frame < FRAMES - 4000:
        tick = frame // 32 * 32
        if len(down) < 4 and (not down or lot.random() < 0.1):
            number += 1
            down[number] = (lot.random(), lot.random(), lot.uniform(0.1, 1))
            lines.append((tick, "began", number, *down[number]))
        elif lot.random() < 0.06:
            one = lot.choice(list(down))
            lines.append((tick, "ended", one, *down.pop(one)))
        else:
            one = lot.choice(list(down))
            x, y, pressure = down[one]
            down[one] = tuple(min(max(n + lot.uniform(-0.1, 0.1), 0.01), 1) for n in (x, y, pressure))
            lines.append((frame, "moved", one, *down[one]))
        frame = lines[-1][0] + lot.randrange(64, 900)
    for one in down:
        lines.append((frame // 32 * 32 + 64 * one, "ended", one, *down[one]))
    # What the plugin gets are single floats.
    return [(at, kind, one, *(float(numpy.float32(n)) for n in rest)) for at, kind, one, *rest in lines]


def events(lines):
    return [(at, TOUCH, touch(KINDS[kind], one, x, y, pressure)) for at, kind, one, x, y, pressure in lines]


def play(folder, outputs, lines, block=256, frames=FRAMES, restart=False, more=(), **ports):
    """The messages that a patch sends, each with its frame, and the control outputs of each block."""
    if not (folder / "state").exists():
        state_file(folder / "state", json.dumps({**BASE, "outputs": outputs}))
    sent, values, at = [], [], 0
    waiting = sorted(events(lines) + list(more), key=lambda event: event[0])
    with Plugin(state=folder / "state" / "state.ttl", longest_block=max(block, 64), **ports) as plugin:
        if restart:
            plugin.run(block)
            plugin.restart()
        midi = plugin.calls.host_urid(plugin.host, MIDI.encode())
        while at < frames:
            length = min(block, frames - at)
            while waiting and waiting[0][0] < at + length:
                frame, kind, body = waiting.pop(0)
                plugin.event(body, frame - at, kind)
            sound = plugin.run(length)
            assert not sound.any(), "sound is off"
            sent += [(at + frame, bytes(body)) for frame, body in messages(plugin, midi)]
            values.append((at, [plugin[f"out_{n:02}"] for n in range(1, 17)]))
            at += length
    return sent, values


def messages(plugin, midi):
    """The MIDI among what the plugin sent in the last block: frame and bytes."""
    return [(frame, body) for frame, body in plugin.sent() if body[:1] and body[0] >= 0x80 and len(body) <= 6]


def of(sent, channel, *kinds):
    return [(frame, tuple(body)) for frame, body in sent
            if body[0] < 0xF0 and body[0] & 15 == channel - 1 and body[0] & 0xF0 in kinds]


def expected(output, lines):
    return [(frame, message) for frame, number in model.sent(output, lines, FRAMES)
            for message in model.messages(output, number)]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    number = seed("OUTPUTS_SEED", 7)
    lines = script(random.Random(number))
    folder = tmp_path_factory.mktemp("outputs")
    sent, _ = play(folder, [CC, BEND, SMOOTH, COARSE, SLOW, NOTE], lines)
    return folder, lines, sent


def test_values_leave_on_their_frames(played):
    _, lines, sent = played
    for output, channel, kind in ((CC, 1, 0xB0), (BEND, 2, 0xE0), (COARSE, 4, 0xB0), (SLOW, 6, 0xD0)):
        wanted, found = expected(output, lines), of(sent, channel, kind)
        assert len(wanted) > 10, output
        assert [frame for frame, _ in found] == [frame for frame, _ in wanted], output
        for (_, one), (_, other) in zip(found, wanted):
            assert one[:2] == other[:2] or output is BEND
            if output is BEND:
                assert abs((one[1] | one[2] << 7) - (other[1] | other[2] << 7)) <= 1
            elif output is CC:
                assert abs(one[2] - other[2]) <= 1
        figure(f"outputs: {len(found)} messages of {output['to']} on their frames")


def test_smoothed_values_of_14_bits_are_within_a_step(played):
    _, lines, sent = played
    found = of(sent, 3, 0xB0)
    halves = dict(zip([frame for frame, body in found if body[1] == 5],
                      zip([body[2] for _, body in found if body[1] == 5],
                          [body[2] for _, body in found if body[1] == 37])))
    values = dict(model.values(SMOOTH, lines, FRAMES))
    off = [abs((high << 7 | low) - values[frame] * 16383) for frame, (high, low) in halves.items()]
    figure(f"outputs: {len(off)} smoothed values, at most {max(off):.2f} steps of 14 bits from the model")
    assert len(off) > 300 and max(off) <= 1
    # And none is missing: between two moments a tick apart that differ by two steps, a message leaves.
    before = None
    for frame, value in values.items():
        if before is not None and abs(value - before) * 16383 > 2 and frame % 32 == 0 and frame - last >= 32:
            assert frame in halves, frame
        if frame in halves:
            before, last = value, frame


def test_notes_have_the_keys_of_the_scale_and_all_end(played):
    _, lines, sent = played
    found, wanted = of(sent, 5, 0x80, 0x90), model.notes(NOTE, lines)
    down = {}
    for frame, (status, key, _) in found:
        down[key] = down.get(key, 0) + (1 if status & 0xF0 == 0x90 else -1)
    assert not any(down.values()), "a note does not end"
    begun = [(frame, body) for frame, body in found if body[0] & 0xF0 == 0x90]
    figure(f"outputs: {len(begun)} notes")
    assert begun == [(frame, body) for frame, body in wanted if body[0] & 0xF0 == 0x90]


@pytest.mark.parametrize("block", [1, 33, 1000, 4096])
def test_the_block_size_changes_nothing(played, block):
    folder, lines, sent = played
    assert play(folder, None, lines, block)[0] == sent


def test_two_renders_have_the_same_messages(played):
    folder, lines, _ = played
    first = play(folder, None, lines, free_wheel=1)[0]
    assert first and first == play(folder, None, lines, free_wheel=1)[0]
    assert first == play(folder, None, lines, free_wheel=1, restart=True)[0]


def test_control_outputs_have_the_last_value_of_the_block(tmp_path):
    output = {"source": "group_count", "to": "port", "number": 3, "rate": 1500}
    lines = script(random.Random(5))
    _, values = play(tmp_path, [output], lines)
    wanted = dict(model.values(output, lines, FRAMES))
    for at, ports in values:
        last = max(frame for frame in wanted if frame < at + 256)
        assert ports[2] == pytest.approx(wanted[last], abs=1e-6)
        assert not any(ports[:2]) and not any(ports[3:])


def test_triggers_send_commands_values_and_notes_with_a_length(tmp_path):
    outputs = [{"to": "mmc", "command": "record", "trigger": "on_touch_ended", "rate": 1500},
               {"source": "constant", "to": "cc", "number": 21, "trigger": "on_touch_began",
                "end": "on_touch_ended", "rate": 1500},
               {"source": "touch_note", "to": "note", "channel": 9, "trigger": "on_touch_began", "length": 0.05,
                "rate": 1500},
               {"source": "touch_x", "to": "program", "channel": 10, "trigger": "on_touch_began", "rate": 1500}]
    lines = [(1000, "began", 1, 0.5, 0.5, 1.0), (9000, "ended", 1, 0.5, 0.5, 1.0)]
    sent, _ = play(tmp_path, outputs, lines)
    assert (9000, bytes([0xF0, 0x7F, 0x7F, 6, 6, 0xF7])) in sent
    assert of(sent, 1, 0xB0) == [(1000, (0xB0, 21, 127)), (9000, (0xB0, 21, 0))]
    notes = of(sent, 9, 0x80, 0x90)
    assert [(frame, body[0]) for frame, body in notes] == [(1000, 0x98), (3400, 0x88)]
    assert of(sent, 10, 0xC0) == [(1000, (0xC9, 64))]


def test_midi_clock_has_24_pulses_a_beat_on_their_frames(tmp_path):
    state_file(tmp_path / "state", json.dumps({**BASE, "outputs": [{"to": "midi_clock"}]}))
    for block in (64, 1000):
        with Plugin(state=tmp_path / "state" / "state.ttl", longest_block=1024) as plugin:
            found, at, stopped = [], 0, False
            start = plugin.position(frame=0, speed=1.0, bar=0, barBeat=0.0, beatsPerBar=4.0, beatsPerMinute=120.0)
            stop = plugin.position(frame=30000, speed=0.0)
            plugin.event(start, 0, "http://lv2plug.in/ns/ext/atom#Object")
            while at < 40000:
                length = min(block, 40000 - at)
                if not stopped and at <= 30000 < at + length:
                    plugin.event(stop, 30000 - at, "http://lv2plug.in/ns/ext/atom#Object")
                    stopped = True
                plugin.run(length)
                found += [(at + frame, body[0]) for frame, body in messages(plugin, None) if body[0] >= 0xF8]
                at += length
        pulses = [frame for frame, status in found if status == 0xF8]
        assert found[0] == (0, 0xFA) and found[-1] == (30000, 0xFC)
        assert pulses == list(range(0, 30000, 1000)), pulses[:5]


def test_a_loop_through_the_host_is_slowed_down_and_a_value_from_outside_is_shown(tmp_path):
    """The host sends each message back, changed, as a patch bay would."""
    output = {"source": "midi_cc_20", "to": "cc", "number": 20, "direction": "down", "rate": 1500}
    state_file(tmp_path / "state", json.dumps({**BASE, "outputs": [output]}))
    with Plugin(state=tmp_path / "state" / "state.ttl", longest_block=64) as plugin:
        count = 0
        for _ in range(RATE * 4 // 64):
            plugin.run(64)
            for frame, body in messages(plugin, None):
                count += 1
                plugin.event(body, 0)
    figure(f"outputs: a loop of four seconds has {count} messages")
    assert 20 <= count <= 110


def test_a_loop_of_notes_is_slowed_down(tmp_path):
    outputs = [{"source": "touch_note", "to": "note", "voices": "each"}]
    state_file(tmp_path / "state", json.dumps({**BASE, "outputs": outputs}))
    with Plugin(state=tmp_path / "state" / "state.ttl", longest_block=1024) as plugin:
        count = 0
        plugin.event(bytes([0x90, 60, 100]), 0)
        for _ in range(RATE * 2 // 1024):
            plugin.run(1024)
            for _, body in messages(plugin, None):
                if body[0] == 0x90:
                    count += 1
                    plugin.event(body, 0)
    figure(f"outputs: a loop of two seconds has {count} notes")
    assert 1 <= count <= 60


def test_a_chord_that_a_pedal_holds_is_played_again_at_once(tmp_path):
    """The keys come in while the output plays them. That is no loop."""
    outputs = [{"source": "touch_note", "to": "note", "voices": "each"}]
    keys = (60, 64, 67)
    events = [(1000, MIDI, bytes([0xB0, 64, 127]))]
    for begin, end in ((2000, 12000), (24000, 40000)):
        events += [(begin, MIDI, bytes([0x90, key, 100])) for key in keys]
        events += [(end, MIDI, bytes([0x80, key, 64])) for key in keys]
    sent, _ = play(tmp_path, outputs, [], more=events)
    begun = [(frame, body[1]) for frame, body in of(sent, 1, 0x90)]
    assert begun == [(frame, key) for frame in (2000, 24000) for key in keys]


def test_notes_end_when_the_instrument_is_switched_off_or_restarted(tmp_path):
    outputs = [{"source": "touch_note", "to": "note", "channel": 3, "voices": "each"}]
    state_file(tmp_path / "state", json.dumps({**BASE, "outputs": outputs}))
    for way in ("off", "restart", "freewheel", "patch"):
        with Plugin(state=tmp_path / "state" / "state.ttl", longest_block=256) as plugin:
            plugin.event(touch(BEGAN, 1, 0.5, 0.5, 0.5), kind=TOUCH)
            found = []
            for block in range(20):
                if block == 10 and way == "off":
                    plugin["enabled"] = 0
                elif block == 10 and way == "restart":
                    plugin.restart()
                elif block == 10 and way == "freewheel":
                    plugin["free_wheel"] = 1
                elif block == 10 and way == "patch":
                    assert plugin.calls.host_restore_document(plugin.host, b"patch", b'{"version": 1}')
                plugin.run(256)
                found += [body[0] & 0xF0 for _, body in messages(plugin, None) if body[0] & 15 == 2]
        assert found == [0x90, 0x80], way


def granted(folder, port):
    configuration = folder / "tactus"
    configuration.mkdir(parents=True, exist_ok=True)
    (configuration / "network.json").write_text(
        json.dumps({"destinations": [{"name": "visuals", "to": "127.0.0.1", "port": port}]}))


OSC_CHILD = '''
import json, random, sys, time
sys.path[:0] = json.loads(sys.argv[1])
from lv2host import BEGAN, MOVED, TOUCH, Plugin, touch
with Plugin(state=sys.argv[2], longest_block=256) as plugin:
    plugin.event(touch(BEGAN, 1, 0.25, 0.5, 0.5), kind=TOUCH)
    for block in range(200):
        plugin.run(256)
        time.sleep(0.005)
        if block == 100:
            plugin.event(touch(MOVED, 1, 0.75, 0.5, 0.5), kind=TOUCH)
'''


def test_osc_goes_to_the_destinations_of_network_json_and_nowhere_else(tmp_path):
    import os
    import subprocess
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as visuals:
        visuals.bind(("127.0.0.1", 0))
        visuals.settimeout(2)
        granted(tmp_path / "config", visuals.getsockname()[1])
        address = {"source": "touch_x", "to": "osc", "address": "/finger/x", "high": 10,
                   "arguments": ["value", "left", "3"]}
        outputs = [{**address, "destination": "visuals"}, {**address, "destination": "strangers"}]
        state = state_file(tmp_path / "state", json.dumps({**BASE, "outputs": outputs}))
        environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "config")}
        subprocess.run([sys.executable, "-c", OSC_CHILD, json.dumps(sys.path), state], env=environment, check=True,
                       timeout=120)
        packets = []
        try:
            while True:
                packets.append(visuals.recv(4096))
                visuals.settimeout(0.2)
        except TimeoutError:
            pass
    heads = {packet[:20] for packet in packets}
    assert heads == {b"/finger/x\0\0\0,fsi\0\0\0\0"}, heads
    numbers = [numpy.frombuffer(packet[20:24], ">f4")[0] for packet in packets]
    assert numbers[-1] == pytest.approx(7.5) and pytest.approx(2.5) in numbers
    assert packets[0][24:] == b"left\0\0\0\0\0\0\0\3"
