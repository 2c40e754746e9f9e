"""Tracks that follow the keys of MIDI in. What each must play follows from the keys and the JSON of the grid alone."""
import json
import math
import random

import pytest

from conftest import figure
from lv2host import MIDI, Plugin, state_file
from seeds import seed

URI, RATE, TEMPO, SECONDS = "urn:tactus:tonematrix", 48000, 120, 12
STEP = RATE * 60 // TEMPO // 4
MAJOR = (0, 2, 4, 5, 7, 9, 11)
STEPS, ROWS, ROOT = 5, 6, 48
CELLS = [(1, 1), (1, 4), (2, 3), (4, 6), (5, 2)]
VELOCITY = 80
# Of more keys the newest count.
MOST = 16
MODES = ["chord", "scale", "transpose", "arpeggio_up", "arpeggio_down", "arpeggio_played", "trigger", "off"]


def random_keys(dice):
    """Tuples of frame, key and velocity; 0 is a release."""
    found, down, frame = [], [], 0
    while frame < (SECONDS - 1) * RATE:
        # A third of the keys act on the frame of a step.
        frame = frame + 1 + dice.randrange(RATE // 2)
        if dice.randrange(3) == 0:
            frame = math.ceil(frame / STEP) * STEP
        if down and dice.randrange(2):
            found.append((frame, down.pop(dice.randrange(len(down))), 0))
        else:
            key = dice.choice([key for key in range(45, 75) if key not in down])
            down.append(key)
            found.append((frame, key, dice.randrange(1, 128)))
    return found


def held(keys, frame, latch):
    """The keys that a track follows on a frame, in the order in which they were pressed."""
    down, kept = [], []
    for at, key, velocity in keys:
        if at > frame:
            break
        if not velocity:
            down = [other for other in down if other != key]
            continue
        kept = [] if not down else [other for other in kept if other != key]
        down, kept = (down + [key])[-MOST:], (kept + [key])[-MOST:]
    return kept if latch else down


def row_key(row, mode, chord, number):
    """The key of a row, from 0; None: it is silent."""
    scale = [12 * octave + note for octave in range(-10, 11) for note in MAJOR]
    degree = scale.index(0) + row
    if mode == "scale" and chord:
        # The root nearest to middle C is C4.
        degree += sum(note <= chord[-1] - 60 for note in scale) - sum(note <= 0 for note in scale)
    if mode in ("scale", "transpose", "off", "trigger"):
        return ROOT + scale[degree] + (chord[-1] - 60 if mode == "transpose" and chord else 0)
    if not chord:
        return None
    low = sorted(chord)
    if mode == "chord":
        return low[row % len(low)] + 12 * ((low[-1] - low[0]) // 12 + 1) * (row // len(low))
    order = {"arpeggio_up": low, "arpeggio_down": low[::-1], "arpeggio_played": chord}[mode]
    return order[number % len(order)]


def expected(mode, keys, latch):
    """The notes: frame, key and velocity."""
    end, found = SECONDS * RATE, []
    if mode != "trigger":
        for step in range(end // STEP):
            turn, column = divmod(step, STEPS)
            for rank, (cell, row) in enumerate(CELLS):
                if cell == column + 1:
                    key = row_key(row - 1, mode, held(keys, step * STEP, latch), turn * len(CELLS) + rank)
                    found.append((step * STEP, key, VELOCITY))
    else:
        for index, (begin, _, velocity) in enumerate(keys):
            if not velocity:
                continue
            later = keys[index + 1:]
            over = next((frame for frame, _, velocity in later
                         if velocity or not held(keys, frame, latch)), end)
            for step in range(math.ceil((over - begin) / STEP)):
                for cell, row in CELLS:
                    if cell == step % STEPS + 1:
                        scaled = max(1, math.floor(VELOCITY * velocity / 127 + 0.5))
                        found.append((begin + step * STEP, row_key(row - 1, mode, [], 0), scaled))
    return sorted(note for note in found if note[1] is not None and note[1] < 128 and note[0] < end)


def played(folder, mode, keys, latch, block, track):
    """What the plugin sends if the track with this number, from 1, follows the keys."""
    # The other one follows keys too, so that they don't pass, and has no cells.
    layers = [{} for _ in range(16)]
    layers[track - 1] = {
        "steps": STEPS, "rows": ROWS, "scale": "major", "root": ROOT, "velocity": VELOCITY, "keys": mode,
        "latch": latch, "patterns": {"1": {"cells": CELLS}}}
    layers[track % 16] = {"keys": "chord"}
    grid = {"version": 1, "layers": layers}
    state = state_file(folder / f"{mode}-{latch}-{block}", json.dumps(grid), plugin="tonematrix", clock=1,
                       transport=1, tempo=TEMPO)
    waiting, found = list(keys), []
    with Plugin(URI, rate=RATE, longest_block=block, state=state) as plugin:
        for start in range(0, SECONDS * RATE, block):
            while waiting and waiting[0][0] < start + block:
                frame, key, velocity = waiting.pop(0)
                plugin.event([0x90, key, velocity], frame - start, MIDI)
            plugin.run(block)
            found += [(start + frame, body) for frame, body in plugin.sent() if len(body) == 3]
    return found


@pytest.mark.parametrize("latch", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_a_track_follows_keys(tmp_path, mode, latch):
    dice = random.Random(f"{seed('KEY_MODES_SEED', 44)} {mode} {latch}")
    keys = random_keys(dice)
    # Tracks 3 and 10 have the keys of drums.
    track = dice.choice([number for number in range(1, 17) if number not in (3, 10)])
    sent = played(tmp_path, mode, keys, latch, 512, track)
    ons = sorted((frame, body[1], body[2]) for frame, body in sent if body[0] & 0xF0 == 0x90)
    wanted = [note for note in expected(mode, keys, latch) if note[0] < SECONDS * RATE // 512 * 512]
    figure(f"{mode}, {len(keys)} keys on track {track}: {len(wanted)} notes")
    assert {body[0] & 15 for _, body in sent} == {track - 1}
    assert ons == wanted and len(wanted) > 20
    assert played(tmp_path, mode, keys, latch, 96, track) == sent, "blocks change nothing"
    down = set()
    for _, body in sent:
        if body[0] & 0xF0 == 0x90:
            assert body[1] not in down
            down.add(body[1])
        else:
            down.remove(body[1])
