"""The outputs of a patch in `tactus play`: MIDI on the JACK port `midi_out`, as an independent model computes it
(Tests/Models/outputs.py), and OSC to the destinations of network.json."""
import json
import random
import socket
import sys

import pytest

import osc
from conftest import ROOT, figure
from graph import FREE, Graph, jackd
from seeds import seed
from stage import play, probe
from test_ardour_outputs import (BEND, CC, COARSE, FRAMES, NOTE, SECONDS, SMOOTH, recording, script, touches,
                                 with_shared_keys)
from test_outputs import BASE, of

sys.path.insert(0, str(ROOT / "Tests" / "Models"))
import outputs as model  # noqa: E402


def patch(graph, *outputs):
    """A patch that sends, as a file."""
    path = graph.folder / "sends.json"
    path.write_text(json.dumps({**BASE, "outputs": outputs}))
    return path


def value(data):
    return data[1] | data[2] << 7 if data[0] & 0xF0 == 0xE0 else data[2]


def test_midi_leaves_on_its_frames(tmp_path):
    """Touches come in as MIDI, so that each has its frame."""
    messages = recording(script(random.Random(seed("STAGE_OUTPUTS_SEED", 43))), tmp_path)[1]
    lines = touches(messages)
    with jackd(1024) as graph, play(graph, patch(graph, CC, BEND, SMOOTH, COARSE, NOTE)):
        probe(graph, SECONDS, [FREE, *(f"midi {round(at)} {data.hex()}" for at, data in messages)], hears_midi=True)
        words = [line.split() for line in (graph.folder / "take.midi").read_text().splitlines()]
    # The first values left before the recording began.
    begin = lines[0][0]
    sent = [(int(frame), bytes.fromhex(body)) for frame, body in words if int(frame) >= begin]
    for output, kind in ((CC, 0xB0), (BEND, 0xE0), (COARSE, 0xB0)):
        found = of(sent, output.get("channel", 1), kind)
        expected = [(frame, message) for frame, number in model.sent(output, lines, FRAMES) if frame >= begin
                    for message in model.messages(output, number)]
        assert len(expected) > 50 and [frame for frame, _ in found] == [frame for frame, _ in expected]
        off = max(abs(value(one) - value(other)) for (_, one), (_, other) in zip(found, expected))
        figure(f"tactus play: {len(found)} messages of {output['to']} on their frames, at most {off} steps off")
        assert off <= 1
    found = of(sent, SMOOTH["channel"], 0xB0)
    values = dict(model.values(SMOOTH, lines, FRAMES))
    off = max(abs((high[2] << 7 | low[2]) - values[frame] * 16383)
              for (frame, high), (_, low) in zip(found[::2], found[1::2]))
    figure(f"tactus play: {len(found) // 2} smoothed values on their frames, at most {off:.2f} steps of 14 bits off")
    assert len(found) > 1000 and off <= 1
    assert of(sent, NOTE["channel"], 0x80, 0x90) == with_shared_keys(model.notes(NOTE, lines))


def datagrams():
    """A UDP socket of this machine."""
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.bind(("127.0.0.1", 0))
    made.settimeout(60)
    return made


def test_osc_reaches_the_destinations_of_network_json_and_no_others(tmp_path):
    output = {"source": "touch_x", "to": "osc", "address": "/finger/x", "high": 10, "arguments": ["value", "voice"]}
    with datagrams() as visuals, datagrams() as others, jackd() as graph:
        (tmp_path / "tactus").mkdir()
        (tmp_path / "tactus" / "network.json").write_text(json.dumps({"destinations": [
            {"name": name, "to": "127.0.0.1", "port": one.getsockname()[1]}
            for name, one in (("others", others), ("visuals", visuals))]}))
        words = patch(graph, {**output, "destination": "strangers", "address": "/stranger"},
                      {**output, "destination": "visuals"})
        graph = Graph(graph.folder, {**graph.environment, "XDG_CONFIG_HOME": str(tmp_path)}, [])
        found = []

        def receive_until(value):
            while not found or found[-1][1] != pytest.approx(value):
                [message] = osc.messages(visuals.recv(4096))
                found.append(message)

        with play(graph, words) as stage, osc.Sender(stage.port) as sender:
            receive_until(5)  # at rest
            sender.send(osc.touch("began", 1, 0.25, 0.5, 0.5))
            receive_until(2.5)
            sender.send(osc.touch("moved", 1, 0.75, 0.5, 0.5))
            receive_until(7.5)
        others.setblocking(False)
        with pytest.raises(BlockingIOError):
            others.recv(4096)
    figure(f"tactus play: {len(found)} messages of OSC to a destination that is there, none to another")
    assert {message[0] for message in found} == {"/finger/x"}
    assert all(isinstance(message[2], int) for message in found)
