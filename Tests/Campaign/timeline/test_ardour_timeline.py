"""Headless Ardour: what its timeline leaves unsaid. Loops wrap within a block, ramps are reported with their
first tempo, and in eighths parts of a beat are counted in quarter notes."""
import os
import xml.etree.ElementTree as xml

import pytest

from ardour_session import TICKS, Session
from conftest import figure

BLOCKS = [int(block) for block in os.environ.get("LOOP_BLOCKS", "64 128 256 512 1024 2048").split()]


class Timeline(Session):
    """A session with a note on each quarter note, and a log of its MIDI."""

    def __init__(self, folder, tempos):
        super().__init__(folder, tempos, "Metronome", script="timeline.lua")

    def script(self, name, *arguments):
        text = super().script(name, *arguments)
        words = [line.split() for line in text.splitlines() if line.startswith("quarter ")]
        if words:
            self.quarters = [int(word[2]) for word in words]
        return text

    def environment(self):
        return super().environment() | {"TACTUS_MIDI_LOG": str(self.log)}

    @property
    def log(self):
        return self.folder / "log.txt"

    def loop(self, first, last):
        """A loop from quarter note `first` to `last`."""
        file = self.path / "touch.ardour"
        tree = xml.parse(file)
        root = tree.getroot()
        locations, number = root.find("Locations"), int(root.get("id-counter"))
        for old in [old for old in locations if "IsAutoLoop" in old.get("flags", "")]:
            locations.remove(old)
        root.set("id-counter", str(number + 1))
        xml.SubElement(locations, "Location", {
            "id": str(number), "name": "Loop", "start": f"b{first * TICKS}", "end": f"b{last * TICKS}",
            "flags": "IsAutoLoop,IsHidden", "locked": "0", "timestamp": "0", "cue": "0"})
        tree.write(file, encoding="UTF-8", xml_declaration=True)

    def events(self):
        """The timeline frames of note-ons and note-offs by the log's count, which goes straight on until
        Ardour reports a jump; and which of them are note-ons."""
        lines = [line.split() for line in self.log.read_text().splitlines() if line[0] in "-0123456789"]
        return [(int(frame), data[0] == "9") for frame, data, _ in lines if data[0] in "89"]

    def roll(self, *arguments):
        self.log.unlink(missing_ok=True)
        assert "played" in self.script("roll.lua", self.path, *arguments)
        return self.events()


@pytest.mark.parametrize("block", BLOCKS)
def test_each_turn_of_a_loop_is_exact(block, tmp_path):
    made = Timeline(tmp_path, "tempo:0=240")
    made.loop(1, 4)
    events = made.roll(block, 44, "loop")
    first, length = 12_000, 36_000
    # Turns begin where the place in the loop falls. A note is its place and its length.
    turns, last, begun = [[]], -1, None
    for frame, begins in events:
        place = (frame - first) % length
        if begins:
            if place < last:
                turns.append([])
            last, begun = place, frame
        elif begun is not None:
            turns[-1].append((last, (frame - begun) % length))
            begun = None
    places = [[place for place, _ in turn] for turn in turns[:6]]
    figure(f"Ardour, loop in blocks of {block}: turns {places}")
    # At the first wrap the note behind the end sounds, and that of the start is late. The last turn is cut.
    exact = turns[3:-1]
    assert len(exact) >= 2, turns
    assert all(turn == [(0, 2400), (12_000, 2400), (24_000, 2400)] for turn in exact), turns


@pytest.mark.parametrize("tempos", ["60- 180", "180- 60"])
def test_a_ramp_is_followed(tempos, tmp_path):
    """Ardour reports the ramp's first tempo throughout; its own map says where the quarter notes are."""
    first, last = tempos.split()
    made = Timeline(tmp_path, f"tempo:0={first} tempo:16={last}")
    made.log.unlink(missing_ok=True)
    made.export("ramp", 11)
    heard = [frame for frame, begins in made.events() if begins]
    errors = [one - other for one, other in zip(heard, made.quarters)]
    figure(f"Ardour, ramp {tempos} in 16 beats: notes {min(errors)} to {max(errors)} frames off")
    # A tick of 1/1920 beat is 25 frames at 60 beats a minute.
    assert len(heard) > 16 and max(map(abs, errors)) <= 25 + 1, errors


@pytest.mark.parametrize("beat", [6.7, 10.3])
def test_a_start_within_a_bar_of_eighths(beat, tmp_path):
    made = Timeline(tmp_path, "tempo:0=100 meter:0=6/8")
    events = made.roll(1024, 12, beat)
    heard = [frame for frame, begins in events if begins]
    errors = [min((frame - quarter for quarter in made.quarters), key=abs) for frame in heard]
    figure(f"Ardour, 6/8 from quarter {beat}: {errors[:4]} frames off")
    assert len(heard) >= 5 and max(map(abs, errors)) <= 15, errors


@pytest.mark.parametrize("block, beat", [(1024, 0), (256, 4.7)])
def test_a_change_from_six_to_seven_eighths(block, beat, tmp_path):
    """The meter changes after two bars, on quarter note 6; a bar of 7/8 ends between two quarter notes."""
    made = Timeline(tmp_path, "tempo:0=100 meter:0=6/8 meter:6=7/8")
    events = made.roll(block, 26, beat)
    heard = [frame for frame, begins in events if begins]
    nearest = [min(range(len(made.quarters)), key=lambda i: abs(frame - made.quarters[i])) for frame in heard]
    errors = [frame - made.quarters[quarter] for frame, quarter in zip(heard, nearest)]
    figure(f"Ardour, 6/8 to 7/8 from quarter {beat} in blocks of {block}: "
           f"quarters {nearest[0]} to {nearest[-1]}, {errors} frames off")
    assert nearest == list(range(nearest[0], nearest[0] + len(heard))) and nearest[-1] >= 12, nearest
    # A tick of 1/1920 beat is 15 frames.
    assert max(map(abs, errors)) <= 15, errors
