"""From an empty grid to a beat, a bass and a song of three sections: each action is a click, a drag or a key in the
real window, and they are counted. The result is the document that a host saves, and what `tactus grid export` makes of
it."""
import json

from conftest import figure
from lv2host import Plugin
from song_export import exported
from test_older_grids import saved
from test_window import MATRIX
from window import Screen, Window

# On a window of 800 × 500 points. Simple: play and *More*.
PLAY, MORE = (32, 72), (752, 72)
DRUMS, BASS, OPTIONS, SONG = (274, 72), (168, 72), (635, 476), (468, 112)
# The lowest row of the cells and the height of rows; the first step and the width of steps, of drums and of the bass.
LOWEST, HIGH = 400, 24
CELLS = {"drums": (120, 42.85), "bass": (83, 45.2)}
# The page *Song*: the button before there is a song, a section's name, and the settings of the chosen section.
NEW_SONG, SECTIONS, INSERT = (400, 253), (192, 226, 260), (144, 435)
MUTE_BASS, MUTE_DRUMS = (384, 401), (576, 401)
MOST = 25

KICK, SNARE, HAT = [1, 5, 9, 13], [5, 13], range(1, 17)
ROWS = {"kick": 1, "snare": 2, "hat": 5}
KEYS = {1: 36, 2: 38, 5: 42}
RIFF = [(1, 1), (4, 1), (7, 3), (11, 4)]
# Ritusen from C2.
BASS_KEYS = [36, 38, 41, 43, 45]


class Walk:
    def __init__(self, screen, window):
        self.hand, self.window, self.count = screen.hand, window, 0

    def click(self, place):
        self.hand("mousemove", round(place[0]), round(place[1]), "click", 1)
        self.done()

    def drag(self, first, last):
        """A fast hand: two events on the way."""
        self.hand("mousemove", round(first[0]), round(first[1]), "mousedown", 1)
        for part in (0.4, 1):
            self.window.turns(0.1)
            self.hand("mousemove", *(round(a + part * (b - a)) for a, b in zip(first, last)))
        self.window.turns(0.1)
        self.hand("mouseup", 1)
        self.done()

    def done(self):
        self.count += 1
        self.window.turns(0.3)


def cell(track, step, row):
    first, wide = CELLS[track]
    return first + (step - 1) * wide, LOWEST - (row - 1) * HIGH


def wanted():
    """The notes of the song: sixteenths of the beginnings, channels and keys."""
    found = []
    for bar in range(12):
        section = bar // 4
        if section != 2:
            found += [(16 * bar + step - 1, 9, KEYS[ROWS[name]])
                      for name, steps in (("kick", KICK), ("snare", SNARE), ("hat", HAT)) for step in steps]
        if section != 0:
            found += [(16 * bar + step - 1, 1, BASS_KEYS[row - 1]) for step, row in RIFF]
    return sorted(found)


def song_notes(folder, document):
    """The same of the MIDI file of the song, in sixteenths."""
    (folder / "song.json").write_text(document)
    notes = [(quarter * 4, channel, key) for quarter, channel, key, _ in exported(folder / "song.json", folder)]
    assert all(sixteenth.denominator == 1 for sixteenth, _, _ in notes)
    return sorted(notes)


def test_a_beat_a_bass_and_a_song(tmp_path):
    with Screen() as screen, Plugin(MATRIX, longest_block=256) as plugin:
        window = Window(screen, plugin, uri=MATRIX)
        bodies = window.listen()
        window.turns(0.5)
        walk = Walk(screen, window)
        walk.click(PLAY)
        walk.click(MORE)
        walk.click(DRUMS)
        for step in KICK:
            walk.click(cell("drums", step, ROWS["kick"]))
        for step in SNARE:
            walk.click(cell("drums", step, ROWS["snare"]))
        walk.drag(cell("drums", 1, ROWS["hat"]), cell("drums", 16, ROWS["hat"]))
        beat = walk.count
        del bodies[:]
        window.until(lambda: {body[1] for body in bodies if len(body) == 3 and body[0] == 0x99} >= {36, 38, 42})
        walk.click(BASS)
        for step, row in RIFF:
            walk.click(cell("bass", step, row))
        bass = walk.count
        for place in (OPTIONS, SONG, NEW_SONG, INSERT, INSERT, MUTE_DRUMS, (300, SECTIONS[0]), MUTE_BASS):
            walk.click(place)
        window.turns(0.5)
        window.close()
        plugin.run(256)
        _, document = saved(plugin)
        assert screen.errors == 0
    grid = json.loads(document)
    cells = [sorted(tuple(each[:2]) for each in layer.get("patterns", {}).get("1", {}).get("cells", []))
             for layer in grid["layers"]]
    assert cells == [[], sorted(RIFF), sorted([(step, ROWS[name]) for name, steps in (
        ("kick", KICK), ("snare", SNARE), ("hat", HAT)) for step in steps]), []]
    sections = grid["songs"][0]["sections"]
    assert [(each["bars"], each.get("mutes", [])) for each in sections] == [(4, [2]), (4, []), (4, [3])]
    assert song_notes(tmp_path, document) == wanted()
    figure(f"from an empty grid: a beat in {beat} actions, with a bass in {bass}, with a song in {walk.count}")
    assert walk.count <= MOST
