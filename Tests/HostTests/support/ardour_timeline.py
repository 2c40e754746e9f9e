"""Headless Ardour with the Tone Matrix before a plugin that logs MIDI, on a tempo map."""
import json

from ardour_session import TICKS, Session, preset

import mido

MATRIX = "urn:tactus:tonematrix"


class LoggedGrid(Session):
    """A session with a grid of the library by its name, or with one of its own. What the instrument receives is
    logged."""

    def __init__(self, folder, tempos, grid):
        presets = None
        if not isinstance(grid, str):
            presets = preset(folder / "presets", MATRIX, "Own", grid=f"'''{json.dumps(grid)}'''")
        super().__init__(folder, tempos, grid if isinstance(grid, str) else "Own", script="timeline.lua",
                         presets=presets)

    def environment(self):
        return super().environment() | {"TACTUS_MIDI_LOG": str(self.folder / "log.txt")}

    def add_keys(self, keys, quarters):
        """A region with keys: quarter note, key and velocity, of which 0 is a release."""
        track, last = mido.MidiTrack(), 0
        for quarter, key, velocity in keys:
            tick = round(quarter * TICKS)
            track.append(mido.Message("note_on" if velocity else "note_off", note=key, velocity=velocity or 64,
                                      time=tick - last))
            last = tick
        track.append(mido.MetaMessage("end_of_track", time=quarters * TICKS - last))
        self.add_region(track, quarters)

    def logged(self, name, seconds):
        """Exports; returns the messages as frames and bytes."""
        log = self.folder / "log.txt"
        log.unlink(missing_ok=True)
        self.export(name, seconds)
        words = [line.split() for line in log.read_text().splitlines() if not line.startswith("feature")]
        return [(int(each[0]), bytes.fromhex(each[1])) for each in words]


def begun(messages):
    """The notes that begin: frame, channel, key and velocity."""
    return [(frame, body[0] & 15, body[1], body[2]) for frame, body in messages if body[0] & 0xF0 == 0x90 and body[2]]


def hanging(messages):
    """The notes that are not ended, by channel and key."""
    down = set()
    for _, body in messages:
        if body[0] & 0xF0 == 0x90 and body[2]:
            assert (body[0] & 15, body[1]) not in down, "a key is struck twice"
            down.add((body[0] & 15, body[1]))
        elif body[0] & 0xF0 in (0x80, 0x90):
            down.discard((body[0] & 15, body[1]))
    return down
