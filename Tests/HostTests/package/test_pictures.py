"""What the pictures of the command show, measured pixel by pixel: a trail breaks where a finger jumped, notes
of a MIDI file are there, grids name their rows and steps, and no label lies on a curve."""
import os
import struct
import subprocess

import numpy
import pytest
from PIL import Image

import osc
from conftest import ROOT

TACTUS = os.environ.get("TACTUS_COMMAND", ROOT / ".build" / "release" / "tactus")
FIRST = (0x4F, 0xC3, 0xF7)  # the first finger, and the first channel
LEFT, WIDTH = 96, 1200


def drawn(folder, *words):
    """The picture that a command draws, as numbers."""
    done = subprocess.run([TACTUS, *words], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return numpy.asarray(Image.open(folder / "picture.png").convert("RGB")).astype(int)


def near(picture, colour, most=60):
    """Which pixels have nearly this colour."""
    return abs(picture - numpy.array(colour)).sum(axis=2) < most


def performance(folder, *events):
    lines = ["# tactus performance 1"]
    for seconds, *message in events:
        lines.append(f"{seconds} a:1 {osc.touch(*message).hex()}")
    (folder / "take.tactus").write_text("\n".join(lines) + "\n")


def render(folder, *words):
    return drawn(folder, "render", *words, "-o", "x.wav", "--seconds", "2", "--picture", "picture.png")


@pytest.mark.parametrize("seconds", [1.0, 0.02])
def test_a_trail_breaks_where_a_finger_jumped(seconds, tmp_path):
    """From left to right, after a rest or faster than a hand: no line is drawn through the places between."""
    performance(tmp_path, (0, "began", 1, 0.1, 0.5), (seconds, "moved", 1, 0.9, 0.5), (1.9, "ended", 1))
    blue = near(render(tmp_path, "take.tactus"), FIRST)
    pane = blue[92:352, LEFT:LEFT + WIDTH]
    middle = pane[100:160]  # x between 0.33 and 0.66
    assert not middle.any(), f"{middle.sum()} pixels of a line across"
    assert pane[200:].any() and pane[:60].any(), "before and after it"


def test_a_hand_that_slides_leaves_a_line(tmp_path):
    steps = [(round(step / 50, 3), "moved", 1, 0.1 + 0.8 * step / 10, 0.5) for step in range(1, 11)]
    performance(tmp_path, (0, "began", 1, 0.1, 0.5), *steps, (1.9, "ended", 1))
    blue = near(render(tmp_path, "take.tactus"), FIRST)
    assert blue[92:352, LEFT:LEFT + 130].any(axis=1)[40:220].all(), "each height is passed"


def midi(folder):
    """Two notes of channel 1: key 60 from 0 to 0.5 s, key 67 from 1 to 1.5 s."""
    track = bytes([0, 0x90, 60, 127, 48, 0x80, 60, 0, 48, 0x90, 67, 127, 48, 0x80, 67, 0, 0, 0xFF, 0x2F, 0])
    (folder / "two.mid").write_bytes(b"MThd" + struct.pack(">IHHH", 6, 0, 1, 48) + b"MTrk"
                                     + struct.pack(">I", len(track)) + track)


def test_a_midi_file_shows_its_notes(tmp_path):
    midi(tmp_path)
    blue = near(render(tmp_path, "--midi", "two.mid"), FIRST, 30)[92:540, LEFT:LEFT + WIDTH]
    columns, rows = blue.any(axis=0), blue.any(axis=1)
    per_second = WIDTH / 2
    for begin, end, sounds in [(0.05, 0.45, True), (0.55, 0.95, False), (1.05, 1.45, True), (1.55, 2, False)]:
        part = columns[int(begin * per_second):int(end * per_second)]
        assert part.all() if sounds else not part.any(), (begin, end)
    # Two heights, of which the first note is the lower one.
    first, second = (numpy.flatnonzero(blue[:, int(at * per_second)]).mean() for at in (0.25, 1.25))
    assert first - second > 100 and rows.any()


def test_touches_and_notes_are_both_shown(tmp_path):
    midi(tmp_path)
    performance(tmp_path, (0, "began", 1, 0.5, 0.5), (1.9, "ended", 1))
    both = render(tmp_path, "take.tactus", "--midi", "two.mid")
    alone = render(tmp_path, "take.tactus")
    assert both.shape[0] > alone.shape[0]
    assert (both[92:540] == alone[92:540]).all(), "the touches are where they were"


def test_grids_name_rows_and_steps(tmp_path):
    picture = drawn(tmp_path, "grid", "render", "four_on_the_floor", "-o", "picture.png")
    text = near(picture, (0x8A, 0x90, 0x9C), 120)
    # Each layer's pane begins at 150 and 900; its first row lies at its lower edge, 490 or 920.
    for left in (150, 900):
        for bottom in (490, 920):
            assert text[bottom - 350:bottom, left - 100:left - 8].sum() > 100, "names of rows"
            assert text[bottom + 4:bottom + 20, left:left + 650].sum() > 50, "numbers of steps"
    # Drums have longer names than notes.
    drums, notes = (text[at - 350:at, left - 148:left - 45].sum() for at, left in ((920, 150), (490, 150)))
    assert drums > 100 and notes == 0, (drums, notes)


def test_names_of_controllers_stand_beside_their_curves(tmp_path):
    """In the gap above each strip there is its name, and no letter lies in the strip."""
    performance(tmp_path, (0, "began", 1, 0, 1), (0.5, "moved", 1, 0, 1), (1, "moved", 1, 1, 0),
                (1.9, "ended", 1))
    picture = drawn(tmp_path, "watch", "take.tactus", "--controllers", "touch_x,touch_y,touch_age",
                    "--picture", "picture.png")
    text = near(picture, (0xE8, 0xEB, 0xF2), 120)
    for strip in range(3):
        top = 76 + strip * (96 + 26)
        assert text[top - 20:top - 3, LEFT:LEFT + 200].sum() > 100, "the name above the strip"
        assert not text[top + 2:top + 94, LEFT:LEFT + WIDTH].any(), "no letter in the strip"
