"""Tone Matrix Multi: a MIDI output for each track and one for lights. What each must have follows from the JSON of the
grid alone."""
import json
import math
import random

import pytest

from bundles import World
from conftest import ROOT, figure
from lv2host import Plugin, state_file
from seeds import seed

SINGLE, MULTI = "urn:tactus:tonematrix", "urn:tactus:tonematrix-multi"
RATE, BLOCK, TEMPO = 48000, 512, 120
TRACKS = [f"layer_{number}_out" for number in range(1, 5)]
# They came later, so they stand behind everything else.
LATER = [f"layer_{number}_out" for number in range(5, 17)]
OUTPUTS = ["midi_out", *TRACKS, "lights_out", *LATER]
# All on channel 1 with other keys, so that only the output tells tracks apart; the fourth is empty.
GRID = {"version": 1, "layers": [
    {"steps": 16, "rows": 4, "gate": 50, "channel": 1, "root": 40, "scale": "chromatic",
     "patterns": {"1": {"cells": [[1, 1], [4, 2], [9, 3], [14, 4]]}}},
    {"steps": 7, "rows": 4, "gate": 80, "channel": 1, "root": 60, "scale": "chromatic", "division": "1/8",
     "patterns": {"1": {"cells": [[1, 1], [3, 3], [6, 2]]}}},
    {"steps": 5, "rows": 4, "gate": 30, "channel": 1, "division": "1/8t",
     "controller": 74, "patterns": {"1": {"cells": [[2, 1], [5, 4]], "lane": [[1, 10], [4, 100]]}}},
    {}]}
# The keys of the rows of each track; the third has those of a drum kit.
KEYS = [range(40, 44), range(60, 64), [36, 38, 37, 39]]
DIVISIONS = {"1/16": 1 / 4, "1/8": 1 / 2, "1/8t": 1 / 3}


def opened(folder, uri, grid=GRID, **values):
    folder.mkdir(exist_ok=True)
    state = state_file(folder / f"{uri.rpartition(':')[2]}-{len(list(folder.iterdir()))}", json.dumps(grid),
                       plugin=uri.rpartition(":")[2], clock=1, transport=1, tempo=TEMPO, **values)
    return Plugin(uri, rate=RATE, longest_block=BLOCK, state=state)


def sent(folder, output, uri=MULTI, seconds=8, grid=GRID, events=(), without=(), **values):
    """The MIDI that leaves by an output: tuples of frame and bytes. `events` come in the third block."""
    found = []
    with opened(folder, uri, grid, **values) as plugin:
        plugin.listen(output)
        for symbol in without:
            plugin.disconnect(symbol)
        for block in range(seconds * RATE // BLOCK):
            for body in events if block == 2 else ():
                plugin.event(body, 7)
            plugin.run(BLOCK)
            found += [(block * BLOCK + frame, body) for frame, body in plugin.sent()
                      if body[:1] >= b"\x80" and (len(body) <= 3 or body[:1] == b"\xf0")]
    return found


def expected(track, seconds, grid=GRID, keys=KEYS):
    """The note-ons of a track: frame and key."""
    settings = grid["layers"][track]
    length = DIVISIONS[settings.get("division", "1/16")] * 60 / TEMPO * RATE
    found = []
    for turn in range(math.ceil(seconds * RATE / (length * settings["steps"]))):
        for step, row in settings["patterns"]["1"]["cells"]:
            frame = math.ceil((turn * settings["steps"] + step - 1) * length - 1e-6)
            found.append((frame, keys[track][row - 1]))
    return sorted(each for each in found if each[0] < seconds * RATE // BLOCK * BLOCK)


def ons(messages):
    return sorted((frame, body[1]) for frame, body in messages if body[0] & 0xF0 == 0x90)


@pytest.mark.parametrize("track", range(3))
def test_a_track_leaves_by_its_own_output(tmp_path, track):
    found = sent(tmp_path, TRACKS[track])
    wanted = expected(track, 8)
    figure(f"track {track + 1}: {len(wanted)} notes on its output")
    assert ons(found) == wanted
    sounding = set()
    for _, (status, key, _) in found:
        if status == 0x90:
            assert key not in sounding
            sounding.add(key)
        elif status == 0x80:
            sounding.remove(key)
    assert len(sounding) <= 1
    lanes = [body for _, body in found if body[0] == 0xB0]
    assert bool(lanes) == (track == 2) and set(lanes) <= {bytes([0xB0, 74, 10]), bytes([0xB0, 74, 100])}


def sixteen(dice):
    """A grid of sixteen tracks with random cells, and the keys of their rows."""
    layers, keys = [], []
    for track in range(16):
        steps, root = dice.randrange(1, 65), dice.randrange(24, 90)
        cells = sorted(dice.sample([[step, row] for step in range(1, steps + 1) for row in range(1, 9)],
                                   min(8 * steps, dice.randrange(1, 20))))
        layers.append({"steps": steps, "rows": 8, "gate": dice.randrange(10, 60), "channel": dice.randrange(1, 17),
                       "root": root, "scale": "chromatic", "division": dice.choice(list(DIVISIONS)),
                       "patterns": {"1": {"cells": cells}},
                       "row_settings": {str(row): {"note": root + row - 1} for row in range(1, 9)}})
        keys.append(range(root, root + 8))
    return {"version": 1, "layers": layers}, keys


def test_sixteen_tracks_leave_by_their_own_outputs(tmp_path):
    dice = random.Random(seed("LAYERS_SEED", 16))
    for turn in range(3):
        grid, keys = sixteen(dice)
        for track in dice.sample(range(16), 5) + [15]:
            # A key that another track strikes on the same channel ends: the strikes stay.
            found = sent(tmp_path / str(turn), (TRACKS + LATER)[track], seconds=4, grid=grid)
            assert ons(found) == expected(track, 4, grid, keys), (turn, track)
    figure("three grids of sixteen tracks, notes on their outputs as the grids say")


def test_an_empty_track_sends_nothing(tmp_path):
    assert sent(tmp_path, TRACKS[3]) == []


def test_midi_out_has_all_tracks(tmp_path):
    found = sent(tmp_path, "midi_out")
    assert ons(found) == sorted(note for track in range(3) for note in expected(track, 8))
    parts = [message for track in TRACKS for message in sent(tmp_path, track)]
    assert sorted(found) == sorted(parts)
    assert [frame for frame, _ in found] == sorted(frame for frame, _ in found)


@pytest.mark.parametrize("name", ["first_steps", "night_bus", "metronome"])
def test_midi_out_has_what_the_plugin_with_one_output_sends(tmp_path, name):
    grid = json.loads((ROOT / "bundle" / "grids" / f"{name}.json").read_text())
    single, multi = (sent(tmp_path / uri[-5:], "midi_out", uri, grid=grid) for uri in (SINGLE, MULTI))
    figure(f"{name}: {len(single)} messages from both plugins")
    assert single == multi and len(single) > 4


def test_lights_reach_no_instrument(tmp_path):
    single = sent(tmp_path, "midi_out", SINGLE, lights=1)
    lights = [message for message in single if message[1][0] == 0x9F]
    assert len(lights) > 64, "saved sessions have lights on MIDI out"
    assert sent(tmp_path, "lights_out", lights=1) == lights
    assert sent(tmp_path, "midi_out", lights=1) == [each for each in single if each not in lights]
    assert sent(tmp_path, "lights_out") == []
    assert all(body[0] != 0x9F for track in TRACKS for _, body in sent(tmp_path, track, lights=1))


def test_what_passes_leaves_by_midi_out_only(tmp_path):
    tuning = bytes.fromhex("F07F7F08020001 3C450000F7".replace(" ", ""))
    events = [bytes([0x95, 50, 100]), bytes([0xB5, 1, 5]), tuning, bytes([0x85, 50, 0])]
    found = [body for _, body in sent(tmp_path, "midi_out", events=events) if body in events]
    assert sorted(found) == sorted(events)
    for output in OUTPUTS[1:7]:
        assert not [body for _, body in sent(tmp_path, output, events=events) if body in events], output


@pytest.mark.parametrize("without", [TRACKS, ["lights_out"], OUTPUTS[1:], ["layer_2_out"]])
def test_outputs_without_a_buffer_change_nothing(tmp_path, without):
    found = sent(tmp_path, "midi_out", without=without, lights=1)
    assert found == sent(tmp_path, "midi_out", lights=1) and found
    if "layer_1_out" not in without:
        assert ons(sent(tmp_path, "layer_1_out", without=without)) == expected(0, 8)


def test_hosts_see_the_ports_of_the_other_plugin_and_the_outputs():
    world = World()
    single, multi = world.ports(SINGLE), {port.symbol: port for port in world.ports(MULTI)}
    # What came later stands behind the outputs.
    shared = [port.symbol for port in single]
    first = shared.index("song")
    assert list(multi) == shared[:first] + [*TRACKS, "lights_out"] + shared[first:] + LATER
    for one in single:
        for term in ("lv2:minimum", "lv2:maximum", "lv2:default", "lv2:name", "pg:group"):
            assert one.texts(term) == multi[one.symbol].texts(term), (one.symbol, term)
    outputs = [multi[symbol] for symbol in OUTPUTS[1:]]
    names = [port.texts("lv2:name")[0] for port in outputs]
    assert names == ["Track 1 out", "Track 2 out", "Track 3 out", "Track 4 out", "Lights out",
                     *(f"Track {number} out" for number in range(5, 17))]
    for port in outputs:
        assert port.kinds >= {"OutputPort", "AtomPort"}
        assert any(text.endswith("connectionOptional") for text in port.texts("lv2:portProperty"))
        assert any(text.endswith("MidiEvent") for text in port.texts("atom:supports"))
    assert set(world.presets(MULTI)) == set(world.presets(SINGLE))
    # Ardour starts a following instrument once for each MIDI output.
    assert [port.symbol for port in single if {"OutputPort", "AtomPort"} <= port.kinds] == ["midi_out"]
