"""The grid's steps and what a host says within a block fall on their own frames."""
import json

from conftest import figure
from lv2host import ATOM, Plugin, state_file

MATRIX, RATE, BLOCK = "urn:tactus:tonematrix", 48000, 500
# Eight steps of a sixteenth, a note on each.
GRID = {"version": 1, "layers": [{"steps": 8, "rows": 8, "gate": 50, "patterns": {
    "1": {"cells": [[step, step] for step in range(1, 9)]}}}, {}, {}, {}]}
STEP = RATE * 60 // 120 // 4


def opened(folder, **values):
    state = state_file(folder / "grid", json.dumps(GRID), plugin="tonematrix", **values)
    return Plugin(MATRIX, rate=RATE, longest_block=BLOCK, state=state)


def begun(plugin, blocks, first=()):
    """The frames of note-ons since the first block, and the column after each block."""
    frames, columns = [], []
    for block in range(blocks):
        for frame, body in first if block == 0 else ():
            plugin.event(body, frame, ATOM + "Object")
        plugin.run(BLOCK)
        frames += [block * BLOCK + frame for frame, body in plugin.sent() if body[:1] == b"\x90" and body[2]]
        columns.append(int(plugin["live_column_1"]))
    return frames, columns


def test_the_column_that_a_host_shows_is_the_step_that_plays(tmp_path):
    with opened(tmp_path, clock=1, transport=0) as plugin:
        plugin.run(BLOCK)
        plugin["transport"] = 1
        frames, columns = begun(plugin, 2 * 8 * STEP // BLOCK)
    # The step that plays is the one of the note that began last, counted from 1.
    expected = [sum(frame < (block + 1) * BLOCK for frame in frames) for block in range(len(columns))]
    expected = [(count - 1) % 8 + 1 if count else 0 for count in expected]
    figure(f"notes at {frames[:4]} …, columns {columns[:30:6]} …")
    assert len(frames) >= 15 and columns == expected


def test_system_exclusive_passes_on_its_frame(tmp_path):
    """Tuning messages reach the instruments behind the matrix, between the notes and in the host's order."""
    tuning = bytes.fromhex("F07F7F08020001 3C450000F7".replace(" ", ""))
    with opened(tmp_path, clock=1, transport=1) as plugin:
        plugin.run(BLOCK)
        plugin.event(tuning, 10)
        plugin.event([0xB0, 1, 5], 10)
        plugin.event(b"\xf0" + bytes(300) + b"\xf7", 200)
        plugin.run(BLOCK)
        sent = [(frame, body) for frame, body in plugin.sent() if body[:1] in (b"\xf0", b"\xb0")]
        for _ in range(20):
            plugin.event(tuning, 3)
        plugin.run(BLOCK)
        count = sum(body == tuning for _, body in plugin.sent())
    assert [(frame, bytes(body)) for frame, body in sent] == [
        (10, tuning), (10, bytes([0xB0, 1, 5])), (200, b"\xf0" + bytes(300) + b"\xf7")]
    assert count == 16, "more than sixteen in a block are dropped"


def test_a_position_within_a_block_begins_the_bar_there(tmp_path):
    at = 300
    with opened(tmp_path) as plugin:
        plugin.run(BLOCK)
        place = plugin.position(speed=1.0, bar=0, barBeat=0.0, beatsPerMinute=120.0, beatsPerBar=4.0,
                                beatUnit=4, frame=0)
        frames, _ = begun(plugin, 4 * STEP // BLOCK, [(at, place)])
    figure(f"the host's bar begins at frame {at}, notes at {frames}")
    assert frames == [at + step * STEP for step in range(len(frames))] and len(frames) >= 3
