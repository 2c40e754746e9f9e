"""The grid in Ardour's window, by mouse: painted while it rolls, heard in the next pass, saved and opened
again; and the moving column beside what sounds."""
import os
import time

import numpy

from ardour_session import Session
from ardour_window import ArdourWindow, no_errors, own_window
from conftest import figure
from moving_column import glance, steps_off
from test_grid_by_hand import COLUMN, FIRST, ROW
from touch_screen import TouchScreen

TITLE, HEIGHT = "Tactus Tone Matrix", 24  # of a row, in points
STEP, PASS = 6000, 96000  # frames of a step and of a pass at 120 beats a minute
PENTATONIC = [60, 62, 65, 67, 69]
SECONDS = int(os.environ.get("COLUMN_SECONDS", 60))


class GridSession(Session):
    """A session with an empty grid before a log of its MIDI."""

    def __init__(self, folder):
        super().__init__(folder, "tempo:0=120", "-", script="timeline.lua")

    def environment(self):
        return super().environment() | {"TACTUS_MIDI_LOG": str(self.folder / "log.txt")}

    def notes(self):
        """The keys that began: frame of the timeline, key, second by the clock of this machine."""
        lines = [line.split() for line in (self.folder / "log.txt").read_text().splitlines()
                 if line[0] in "-0123456789"]
        return [(int(line[0]), int(line[1][2:4], 16), float(line[2]) / 1e6) for line in lines
                if len(line) == 3 and line[1][0] == "9"]

    def until(self, condition, seconds=20):
        """Waits for notes; the bound only guards against hanging."""
        end = time.monotonic() + seconds
        while not condition(self.notes()):
            assert time.monotonic() < end, f"this was never heard; the last notes: {self.notes()[-8:]}"
            time.sleep(0.1)

    def states(self):
        """What the session keeps of its plugins: the texts of the states that it names last."""
        found = sorted((self.path / "plugins").glob("*/state*/*.ttl"), key=lambda file: file.stat().st_mtime)
        return {file.parents[1].name: file.read_text() for file in found if file.name != "manifest.ttl"}


def paint(screen, place, cells, first=FIRST, column=COLUMN):
    """One stroke over cells, each a step and a row from 0."""
    for number, (step, row) in enumerate(cells):
        screen.hand("mousemove", round(place[0] + first + step * column), place[1] + ROW - row * HEIGHT,
                    *(["mousedown", 1] if number == 0 else []))
        time.sleep(0.05)
    screen.hand("mouseup", 1)


def frames_of(notes, key):
    """In which frames of a pass a key began."""
    return {frame % PASS for frame, each, _ in notes if each == key}


def shown(ardour, place):
    """The cells that look painted: steps and rows from 0."""
    picture, (left, top) = ardour.shot(), place
    return {(step, row) for step in range(16) for row in range(12)
            if picture[top + ROW - row * HEIGHT, round(left + FIRST + step * COLUMN), 0] > 150}


def test_it_is_painted_while_it_rolls_heard_and_saved(tmp_path):
    session = GridSession(tmp_path)
    log = session.folder / "ardour.log"
    with TouchScreen(session.folder) as screen, ArdourWindow(screen, session, log) as ardour:
        ardour.mixer()
        window, place = ardour.opened(TITLE)
        child, _ = own_window(window)
        screen.hand("mousemove", place[0] + 400, place[1] + 50, "key", "space")
        time.sleep(0.5)
        paint(screen, place, [(4, row) for row in range(5)])
        painted = time.monotonic()
        session.until(lambda notes: len(notes) >= 5)
        passed = (session.notes()[0][2] - painted) / 2
        column = session.notes()[:5]
        assert {key for _, key, _ in column} == set(PENTATONIC)
        assert {frame % PASS for frame, _, _ in column} == {4 * STEP}, "the fifth column is the fifth step"
        paint(screen, place, [(step, 0) for step in (0, 1, 2, 3)])
        paint(screen, place, [(step, 0) for step in range(5, 16)])
        session.until(lambda notes: len(frames_of(notes[-40:], 60)) == 16)
        begun = time.monotonic()
        glances = []
        while time.monotonic() < begun + SECONDS:
            glances.append(glance(screen, child))
            time.sleep(0.0127)
        glances = [each for each in glances if each]
        session.until(lambda notes: notes[-1][2] > begun + SECONDS)
        sounds = [(frame / STEP, moment) for frame, key, moment in session.notes() if key == 60]
        places, moments = numpy.array(sounds).T
        off = steps_off(glances, lambda moment: numpy.interp(moment, moments, places))
        p95, mean = 125 * numpy.percentile(off, 95), 125 * off.mean()
        figure(f"Ardour's grid, painted while it rolls: heard {passed:.1f} passes later; the moving column "
               f"is {mean:.0f} ms off the sound in the mean, p95 {p95:.0f} ms, of {len(off)} glances")
        assert len(off) > 20 * SECONDS and p95 < 40
        screen.hand("key", "space")
        time.sleep(1)
        cells = {(4, row) for row in range(5)} | {(step, 0) for step in range(16)}
        assert shown(ardour, place) == cells
        heard = {(step * STEP, PENTATONIC[row]) for step, row in cells}
        ardour.saved()
    states = session.states()
    (session.folder / "log.txt").unlink()
    # Opened again, without windows: it plays the same, and saves the same.
    assert "played" in session.script("roll.lua", session.path, 1024, 40, 0)
    again = {(frame % PASS, key) for frame, key, _ in session.notes()}
    assert again == heard and "saved" in session.script("resave.lua", session.path)
    assert session.states() == states
    no_errors(log)
