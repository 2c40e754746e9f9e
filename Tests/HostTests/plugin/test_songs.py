"""Songs in both plugins of the Tone Matrix: ports and Program Change. What plays in a bar follows from the JSON alone."""
import random

import pytest

from conftest import figure
from seeds import seed
from test_separate_outputs import BLOCK, MULTI, RATE, SINGLE, opened

BAR = 2 * RATE
# Each pattern plays one key on its first step.
GRID = {"version": 1, "layers": [
    {"steps": 16, "rows": 8, "channel": 1, "root": 40, "scale": "chromatic",
     "patterns": {str(number): {"cells": [[1, number]]} for number in range(1, 9)}}, {}, {}, {}],
    "songs": [
        {"sections": [{"bars": 2, "patterns": [1]}, {"bars": 1, "patterns": [2]}, {"bars": 1, "patterns": [3]}]},
        {"sections": [{"bars": 1, "patterns": [7]}, {"bars": 1, "patterns": [8]}]}]}
SONG, OTHER = [1, 1, 2, 3], [7, 8]


def patterns(folder, uri, bars, changes=(), **values):
    """The pattern of each bar. `changes` has the bar in the middle of which a port is set or a message sent."""
    found = []
    with opened(folder, uri, GRID, **values) as plugin:
        for block in range(bars * BAR // BLOCK):
            for at, change in changes:
                if block == (2 * at + 1) * BAR // 2 // BLOCK:
                    if isinstance(change, bytes):
                        plugin.event(change, 7)
                    else:
                        plugin[change[0]] = change[1]
            plugin.run(BLOCK)
            found += [body[1] - 39 for _, body in plugin.sent() if len(body) == 3 and body[0] & 0xF0 == 0x90]
    return found


@pytest.mark.parametrize("uri", [SINGLE, MULTI])
def test_a_host_plays_and_chooses_songs(tmp_path, uri):
    assert patterns(tmp_path, uri, 6) == SONG + SONG[:2]
    assert patterns(tmp_path, uri, 4, song=2) == OTHER * 2
    assert patterns(tmp_path, uri, 3, song=0) == [1, 1, 1]
    by_port = patterns(tmp_path, uri, 5, [(1, ("song", 2))])
    by_program = patterns(tmp_path, uri, 5, [(1, b"\xc0\x71")], midi_in=4)
    assert by_port == by_program == SONG[:2] + [7, 8, 7]
    figure(f"{uri}: songs by port and program change")


@pytest.mark.parametrize("uri", [SINGLE, MULTI])
def test_sections_choose_and_mute_sixteen_tracks(tmp_path, uri):
    """Random songs of sixteen tracks, each on its channel; what a bar has follows from the sections alone."""
    dice = random.Random(seed("LAYER_SONGS_SEED", 8))
    grid = {"version": 1, "layers": [
        {"steps": 16, "rows": 16, "channel": track + 1, "patterns": {str(number): {"cells": [[1, number]]}
                                                                     for number in range(1, 17)},
         "row_settings": {str(row): {"note": 40 + row} for row in range(1, 17)}} for track in range(16)]}
    sections = [{"bars": 1, "patterns": [dice.randrange(1, 17) for _ in range(dice.randrange(5, 17))],
                 "mutes": sorted(dice.sample(range(1, 17), dice.randrange(6)))} for _ in range(5)]
    grid["songs"] = [{"sections": sections}]
    found = []
    with opened(tmp_path, uri, grid) as plugin:
        for block in range(5 * BAR // BLOCK):
            plugin.run(BLOCK)
            found += [((block * BLOCK + frame) // BAR, body[0] & 15, body[1] - 40)
                      for frame, body in plugin.sent() if len(body) == 3 and body[0] & 0xF0 == 0x90]
    wanted = [(bar, track, (section["patterns"] + [1] * 16)[track]) for bar, section in enumerate(sections)
              for track in range(16) if track + 1 not in section["mutes"]]
    figure(f"{uri}: {len(wanted)} patterns of sixteen tracks in five sections")
    assert sorted(found) == sorted(wanted)


@pytest.mark.parametrize("uri", [SINGLE, MULTI])
def test_ports_of_later_tracks_act(tmp_path, uri):
    grid = GRID | {"layers": [{}] * 11 + [GRID["layers"][0] | {"channel": 12, "velocity": 80}], "songs": []}
    def notes(**values):
        with opened(tmp_path, uri, grid, **values) as plugin:
            for _ in range(BAR // BLOCK):
                plugin.run(BLOCK)
                found = [tuple(body) for _, body in plugin.sent() if len(body) == 3 and body[0] & 0xF0 == 0x90]
                if found:
                    return found
        return []
    assert notes() == [(0x9B, 40, 80)]
    assert notes(layer_12_pattern=4) == [(0x9B, 43, 80)]
    assert notes(layer_12_channel=3) == [(0x92, 40, 80)]
    assert notes(layer_12_velocity=0.5) == [(0x9B, 40, 40)]
    assert notes(layer_12_play=0) == [] and len(notes(layer_11_play=0)) == 1


@pytest.mark.parametrize("uri", [SINGLE, MULTI])
def test_a_section_is_jumped_to_and_repeats(tmp_path, uri):
    jumped = patterns(tmp_path, uri, 6, [(0, ("section", 3)), (3, ("section", 0))])
    assert jumped == [1, 3, 1, 1, 1, 1], "from bar 5 on at the timeline's place"
    looped = patterns(tmp_path, uri, 8, [(2, ("loop_section", 1)), (5, ("loop_section", 0))])
    assert looped == [1, 1, 2, 2, 2, 2, 3, 1]
