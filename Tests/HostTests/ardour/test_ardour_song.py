"""Headless Ardour: the song *River crossing* on a map with a bridge in 7/8, with the chords of a region, exported
twice."""
import json
import sys
from fractions import Fraction

from ardour_timeline import LoggedGrid, begun, hanging
from conftest import ROOT, figure
from song_export import exported

sys.path.append(str(ROOT / "Tests" / "Models"))
from song import Song, bars  # noqa: E402

RATE, TEMPO = 48000, 104
GRID = json.loads((ROOT / "bundle/grids/river_crossing.json").read_text())
# Bars 53 to 60.
BRIDGE = range(52, 60)
METERS = bars(GRID, {bar: Fraction(7, 2) for bar in BRIDGE})
MAP = "tempo:0=104 meter:208=7/8 meter:236=4/4"
# D minor, G and A minor, F and C, a bar each. A chord is played a 48th note before its bar, between two steps.
CHORDS = [[50, 53, 57], [55, 59, 62], [57, 60, 64], [53, 57, 60, 64], [48, 52, 55]]
AHEAD = Fraction(1, 12)
# A tick of 1/1920 quarter note, on which Ardour rounds, up and down.
TICKS = 2 * RATE * 60 / TEMPO / 1920 + 1
# Ardour reports a meter in the block after its bar line: the first notes of bar 61 are late by up to a block.
BLOCK = 8192


def begins(bar):
    return sum(METERS[:bar], Fraction(0))


def chord(bar):
    return CHORDS[(bar + bar // 8) % len(CHORDS)]


def keys():
    """The chords from the second bar on, as a region."""
    found = []
    for bar in range(1, len(METERS)):
        for key in chord(bar):
            found += [(begins(bar) - AHEAD, key, 80), (begins(bar + 1) - 2 * AHEAD, key, 0)]
    return sorted(found, key=lambda each: (each[0], each[2]))


def held(quarter):
    """The last chord; the track has *Latch* on."""
    bar = max(bar for bar in range(len(METERS)) if begins(bar) - AHEAD <= quarter or bar == 0)
    return chord(bar) if bar else []


def matched(found, wanted, line=None):
    """Compares notes by channel, key and velocity; the greatest distance in frames, without those on a bar line."""
    found = sorted((note[1:], note[0]) for note in found)
    wanted = sorted((note[1:], note[0]) for note in wanted)
    assert len(found) == len(wanted), f"{len(found)} notes, not {len(wanted)}"
    assert [note for note, _ in found] == [note for note, _ in wanted]
    late = [one - other for (_, one), (_, other) in zip(found, wanted) if other == line]
    assert not late or -TICKS < min(late) and max(late) < BLOCK, late
    return max(abs(one - other) for (_, one), (_, other) in zip(found, wanted) if other != line)


def test_a_song_with_a_bridge_and_chords_is_exported_twice(tmp_path):
    session = LoggedGrid(tmp_path, MAP, GRID["name"])
    session.add_keys(keys(), int(sum(METERS)))
    per_quarter = Fraction(60 * RATE, TEMPO)
    seconds = float(sum(METERS) * 60 / TEMPO)
    first, second = (session.logged(name, seconds) for name in ("first", "second"))
    assert first == second and len(hanging(first)) <= 4, "only what the last frame cuts"
    end = sum(METERS) * per_quarter - 100
    played = [note for note in begun(first) if note[0] < end]
    wanted = [(note.at * per_quarter, *note[1:]) for note in Song(GRID, METERS, held).notes()]
    off = matched(played, [note for note in wanted if note[0] < end], begins(BRIDGE[-1] + 1) * per_quarter)
    assert off <= TICKS
    # What the command exports has the same notes where the meter is 4/4: all bars but the bridge, which is half a
    # quarter note shorter for each bar. The fourth track has no chord there.
    bridge, over = begins(BRIDGE[0]), begins(BRIDGE[-1] + 1)
    shorter = 4 * (BRIDGE[-1] + 1) - over
    margin = Fraction(1, 2)
    written = []
    for at, *note in exported(ROOT / "bundle/grids/river_crossing.json", tmp_path):
        if at < bridge - margin or at >= over + shorter + margin:
            written.append(((at - (shorter if at > bridge else 0)) * per_quarter, *note))
    same = [note for note in played if note[1] != 3
            and not (bridge - margin) * per_quarter - TICKS <= note[0] < (over + margin) * per_quarter - TICKS]
    written = [note for note in written if note[0] < end]
    assert matched(same, written) <= TICKS
    inside = sum(bridge * per_quarter <= note[0] < over * per_quarter for note in played)
    chords = sum(note[1] == 3 for note in played)
    figure(f"Ardour: River crossing has {len(played)} notes in two equal exports, {inside} of them in 7/8 and {chords} "
           f"of chords, at most {float(off):.1f} frames off the model; {len(same)} as `tactus grid export` has them")
    assert inside > 100 and chords > 300
