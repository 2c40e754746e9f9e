"""Headless Ardour: tracks of a grid follow the chords of a MIDI region, in each export alike."""
from ardour_timeline import LoggedGrid, begun
from conftest import figure
from test_key_modes import held, row_key

RATE, QUARTERS, STEP = 48000, 16, 6000
# The first tone of each chord comes first. They change between two steps; the first one comes after a bar.
CHORDS = [(3.9, 3, [50, 53, 57]), (7.9, 2, [55, 59, 62, 65]), (11.9, 4, [69, 57, 60])]
# By channel, from 0. The third track has drums.
MODES = {0: "chord", 1: "arpeggio_up", 3: "scale"}
CELLS = [(1, 1), (4, 2), (6, 3), (6, 4), (10, 1), (13, 5)]
GRID = {"version": 1, "name": "Own", "layers": [
    {"channel": channel + 1, "keys": MODES[channel], "latch": channel == 0, "scale": "major", "root": 48, "rows": 6,
     "patterns": {"1": {"cells": CELLS}}} if channel in MODES else {} for channel in range(4)]}


def keys():
    found = []
    for quarter, length, chord in CHORDS:
        for nth, key in enumerate(chord):
            found += [(quarter + nth / 96, key, 90), (quarter + length, key, 0)]
    return sorted(found, key=lambda each: (each[0], each[2]))


def expected():
    """By the models of `test_key_modes.py`."""
    told = [(round(quarter * 4 * STEP), key, velocity) for quarter, key, velocity in keys()]
    found = []
    for channel, mode in MODES.items():
        for step in range(4 * QUARTERS):
            turn, column = divmod(step, 16)
            for rank, (cell, row) in enumerate(CELLS):
                chord = held(told, step * STEP, channel == 0)
                key = row_key(row - 1, mode, chord, turn * len(CELLS) + rank) if cell == column + 1 else None
                if key is not None:
                    found.append((step * STEP, channel, key, 100))
    return sorted(found)


def test_tracks_follow_the_chords_of_a_region(tmp_path):
    session = LoggedGrid(tmp_path, "tempo:0=120", GRID)
    session.add_keys(keys(), QUARTERS)
    first, second = (session.logged(name, QUARTERS / 2) for name in ("first", "second"))
    wanted = expected()
    by_channel = [sum(note[1] == channel for note in wanted) for channel in MODES]
    figure(f"Ardour: {by_channel} notes of three tracks by the chords of a region, equal in two exports")
    assert first == second
    assert sorted(note for note in begun(first) if note[0] < QUARTERS * 4 * STEP) == wanted
    assert by_channel[0] > by_channel[1] > 10
