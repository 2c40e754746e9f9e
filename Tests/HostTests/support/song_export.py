"""What `tactus grid export --song` makes of a grid."""
from fractions import Fraction

import mido

from conftest import run
from stage import TACTUS


def exported(grid, folder):
    """The notes of a grid's first song: quarter note, channel, key and velocity. All bars of the command are in 4/4."""
    code, text = run(TACTUS, "grid", "export", grid, "--song", "-o", folder / "song.mid")
    assert code == 0, text
    file, found = mido.MidiFile(folder / "song.mid"), []
    for track in file.tracks:
        tick = 0
        for message in track:
            tick += message.time
            if message.type == "note_on" and message.velocity:
                found.append((Fraction(tick, file.ticks_per_beat), message.channel, message.note, message.velocity))
    return found
