"""Tone Matrix Multi in a JACK graph: three synths of another maker play three of its tracks, and each output has the
notes of its track in the MIDI file that `tactus grid export` writes."""
import contextlib
import json
import subprocess

import mido
import numpy

from conftest import HOST, figure, run
from graph import jackd
from lv2host import state_file
from stage import TACTUS, play

MULTI = "urn:tactus:tonematrix-multi"
SYNTHS = {"epiano": "http://drobilla.net/plugins/mda/EPiano", "dx10": "http://drobilla.net/plugins/mda/DX10",
          "jx10": "http://drobilla.net/plugins/mda/JX10", "unused": "http://drobilla.net/plugins/mda/EPiano"}
BARS, TEMPO, RATE = 4, 120, 48000
TICK = RATE * 60 / TEMPO / 1920  # the precision of JACK's position
# All tracks on channel 1, with chances, conditions, swing, a ratchet and a song; the fourth is empty. No two have a key
# in common: on one channel the later note would end the earlier one. The rows of the third are drums.
GRID = {"version": 1, "name": "Three", "seed": 44, "layers": [
    {"name": "keys", "channel": 1, "scale": "dorian", "gate": 70, "swing": 30,
     "chain": [{"pattern": 1, "bars": 2}, {"pattern": 2, "bars": 1}],
     "patterns": {"1": {"cells": [[1, 1], [4, 3, {"probability": 60}], [7, 5], [11, 4, {"length": 2}]]},
                  "2": {"cells": [[1, 8], [5, 7, {"ratchet": 3}], [9, 5], [13, 3]]}}},
    {"name": "bass", "channel": 1, "steps": 7, "root": 40,
     "patterns": {"1": {"cells": [[1, 1], [3, 2, {"condition": [2, 3]}], [6, 4, {"delay": 20}]]}}},
    {"name": "lead", "channel": 1, "steps": 12, "root": 72, "division": "1/8t",
     "patterns": {"1": {"cells": [[2, 1], [5, 2, {"probability": 40}], [10, 6]]}}},
    {"name": "rest", "channel": 1}]}


def exported(folder):
    """The notes of each track by its name, as the command exports them: key, velocity, frame of on and off."""
    path = folder / "three.json"
    path.write_text(json.dumps(GRID))
    code, text = run(TACTUS, "grid", "export", path, "-o", folder / "three.mid", "--bars", BARS, "--tempo", TEMPO)
    assert code == 0, text
    file, found = mido.MidiFile(folder / "three.mid"), {}
    for track in file.tracks[1:]:
        tick, messages = 0, []
        for message in track:
            tick += message.time
            if not message.is_meta:
                frame = tick * RATE * 60 / TEMPO / file.ticks_per_beat
                messages.append((frame, bytes(message.bytes())))
        found[track.name] = notes(messages)
    return found


def notes(messages):
    begun, found = {}, []
    for frame, body in messages:
        if body[0] & 0xF0 == 0x90 and body[2]:
            assert body[1] not in begun, "a key is struck twice"
            begun[body[1]] = (frame, body[2])
        elif body[0] & 0xF0 in (0x80, 0x90):
            on, velocity = begun.pop(body[1])
            found.append((body[1], velocity, on, frame))
    assert not begun, f"these hang: {begun}"
    return sorted(found, key=lambda note: (note[2], note[0]))


def same(found, wanted):
    """Compares the notes that end within the exported bars; the largest distance of a begin, in frames."""
    length = BARS * 4 * RATE * 60 / TEMPO
    found, wanted = ([note for note in each if note[3] < length - 100] for each in (found, wanted))
    assert [note[:2] for note in found] == [note[:2] for note in wanted]
    off = [abs(one[place] - other[place]) for one, other in zip(found, wanted) for place in (2, 3)]
    assert len(found) > 5 and max(off) <= TICK + 2, [pair for pair in zip(found, wanted) if pair[0] != pair[1]]
    return max(off)


def logged(graph, sources):
    """What leaves by the ports while the transport rolls from its beginning through the exported bars."""
    (graph.folder / "plan").write_text("500 start\n")
    seconds = BARS * 4 * 60 / TEMPO + 2
    code, text = run(*graph.prefix, HOST / "jack_transport", seconds, TEMPO, ",".join(sources),
                     graph.folder / "plan", graph.folder / "log", env=graph.environment, timeout=90)
    assert code == 0, text
    found = [[] for _ in sources]
    end = BARS * 4 * RATE * 60 / TEMPO
    for line in (graph.folder / "log").read_text().splitlines():
        frame, rolls, body, port = line.split()
        if rolls == "1" and int(frame) < end:
            found[int(port)].append((int(frame), bytes.fromhex(body)))
    return [closed(messages, end) for messages in found]


def closed(messages, end):
    """Ends the notes that sound at the end of the recording."""
    sounding = {}
    for _, body in messages:
        if body[0] & 0xF0 == 0x90 and body[2]:
            sounding[body[1]] = body[0] & 15
        elif body[0] & 0xF0 in (0x80, 0x90):
            sounding.pop(body[1], None)
    return messages + [(end, bytes([0x80 | channel, key, 0])) for key, channel in sounding.items()]


def test_three_synths_play_three_tracks(tmp_path):
    wanted = exported(tmp_path)
    assert sorted(wanted) == ["bass", "keys", "lead"]
    outputs = [f"matrix:layer_{number}_out" for number in range(1, 5)]
    with jackd() as graph, contextlib.ExitStack() as clients:
        state = state_file(graph.folder / "state", json.dumps(GRID), plugin="tonematrix-multi", osc_listen=0)
        clients.enter_context(graph.started(
            [*graph.prefix, "jalv", "-i", "-x", "-n", "matrix", "-l", str(state.parent), MULTI], "jalv.log",
            "matrix:midi_out"))
        for (name, uri), output in zip(SYNTHS.items(), outputs):
            # jalv registers the MIDI input last.
            clients.enter_context(graph.started([*graph.prefix, "jalv", "-i", "-x", "-n", name, uri], f"{name}.log",
                                                f"{name}:event_in"))
            code, text = run(*graph.prefix, "jack_connect", output, f"{name}:event_in", env=graph.environment)
            assert code == 0, text
        recorders = []
        for number, (left, right) in enumerate((("epiano", "dx10"), ("jx10", "unused"))):
            plan = graph.folder / f"plan{number}"
            plan.write_text("")
            recorders.append(subprocess.Popen(
                [*graph.prefix, str(HOST / "jack_probe"), "10", str(plan), str(graph.folder / f"take{number}"),
                 f"{left}:left_out", f"{right}:left_out"], env=graph.environment, stdout=subprocess.DEVNULL))
        found = logged(graph, [*outputs, "matrix:midi_out"])
        for recorder in recorders:
            assert recorder.wait(90) == 0
        sounds = [numpy.fromfile(graph.folder / f"take{number}.f32", numpy.float32).reshape(-1, 2).T
                  for number in range(2)]
    off = [same(notes(found[place]), wanted[name]) for place, name in enumerate(("keys", "bass", "lead"))]
    assert found[3] == [], "the empty track plays"
    common = sorted(message for messages in found[:3] for message in messages if message[1][0] & 0xF0 == 0x90)
    assert sorted(message for message in found[4] if message[1][0] & 0xF0 == 0x90) == common
    peaks = [float(numpy.nanmax(numpy.abs(channel))) for sound in sounds for channel in sound]
    figure(f"JACK: {', '.join(str(len(each)) for each in wanted.values())} notes of three tracks on three outputs as "
           f"exported, at most {max(off):.1f} frames off; peaks of the synths {[round(peak, 3) for peak in peaks]}")
    assert min(peaks[:3]) > 0.01 and peaks[3] < 1e-6


def test_tactus_play_has_a_port_for_each_track(tmp_path):
    """The same on stage: `tactus play --grid`, which follows JACK's transport."""
    wanted = exported(tmp_path)
    with jackd() as graph, play(graph, "--grid", tmp_path / "three.json", "--clock", "jack"):
        found = logged(graph, [f"tactus:track_{number}_out" for number in (1, 2, 3, 4, 16)] + ["tactus:lights_out"])
    off = [same(notes(found[place]), wanted[name]) for place, name in enumerate(("keys", "bass", "lead"))]
    figure(f"tactus play: notes of three tracks on three JACK ports as exported, at most {max(off):.1f} frames off")
    assert found[3] == found[4] == found[5] == []
