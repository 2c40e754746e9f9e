"""The page that lists patches by their players: what it names is there, there is enough of it, one finger is
heard wherever it lies, and a whole piece moves by itself while fingers rest. Rendered by the built plugin."""
import json
import re
import sys

import numpy
import pytest

from conftest import ROOT, figure

sys.path.insert(0, str(ROOT / "gallery"))
import features  # noqa: E402
import gestures  # noqa: E402
import measure  # noqa: E402

NAMES = {json.loads(path.read_text())["name"]: path.stem for path in measure.PATCHES.glob("*.json")}
PAGE = (ROOT / "docs" / "guide" / "which-patch.md").read_text()
# By heading: the patches that stand in bold in its table.
LISTS = {part.splitlines()[0]: [name for row in re.findall(r"^\| (\*\*.*?) \|", part, re.M)
                                for name in re.findall(r"\*\*(.+?)\*\*", row)]
         for part in PAGE.split("\n## ")[1:]}
LEAST = {"One finger": 8, "Two players": 8, "In a mix": 8, "A whole piece in one patch": 4,
         "With another instrument": 3, "What fingers are to one another": 3, "Objects on a table": 6}


def patch_of(name):
    return json.loads((measure.PATCHES / f"{NAMES[name]}.json").read_text())


def sound_of(name, folder, *fingers, seconds):
    """The sound of fingers (begin, end, x, y), after the first half second of it."""
    player = gestures.Player(name, patch_of(name)["map"])
    for finger in fingers:
        player.finger(*finger)
    (folder / "fingers.tactus").write_text(player.text(name))
    path = measure.PATCHES / f"{NAMES[name]}.json"
    sound = measure.render(path, folder / "fingers.tactus", seconds=seconds)
    return sound[measure.RATE // 2:].mean(axis=1).astype(float)


def test_the_page_names_enough_patches_that_are_there():
    assert LISTS.keys() == LEAST.keys()
    for heading, names in LISTS.items():
        assert len(set(names)) == len(names) >= LEAST[heading], heading
        assert set(names) <= set(NAMES), heading
    assert len(NAMES) >= 96
    figure("which patch: " + ", ".join(f"{heading} {len(names)}" for heading, names in LISTS.items())
           + f"; {len(NAMES)} patches")


def test_kinds_are_what_the_patches_say():
    for name in LISTS["In a mix"]:
        assert patch_of(name)["category"] in ("bass", "lead"), name
    for name in LISTS["Objects on a table"]:
        assert "token_" in json.dumps(patch_of(name)) or "tokens" in patch_of(name)["tags"], name
    for name in LISTS["With another instrument"]:
        patch = patch_of(name)
        assert len(patch["outputs"]) >= 4 and patch.get("sound", True) and not patch["mpe_out"], name
    for name in LISTS["What fingers are to one another"]:
        patch = patch_of(name)
        moving = {f"user_{place}" for place in patch["user_names"]} & {each["source"] for each in patch["connections"]}
        assert len(moving) >= 4, name
    for name in LISTS["Two players"]:
        assert patch_of(name)["category"] == "two players" or "world" in patch_of(name), name


@pytest.mark.parametrize("name", LISTS["One finger"])
def test_one_finger_is_heard_wherever_it_lies(name, tmp_path):
    """It rests at nine places, one after the other, and moves a little at each."""
    places = [(x, y) for y in (0.15, 0.5, 0.85) for x in (0.15, 0.5, 0.85)]
    fingers = [(0.5 + turn, 1.3 + turn, [(0, x), (0.4, x + 0.06), (0.8, x)],
                [(0, y), (0.4, y + 0.06), (0.8, y)])
               for turn, (x, y) in enumerate(places)]
    sound = sound_of(name, tmp_path, *fingers, seconds=10)
    levels = [measure.decibels(numpy.sqrt((part ** 2).mean())) for part in numpy.array_split(sound, 9)]
    assert min(levels) > -55, [round(level) for level in levels]


@pytest.mark.parametrize("name", ["Factory floor", "Night train", "A year in one hand"])
def test_a_whole_piece_moves_while_fingers_rest(name, tmp_path):
    sound = sound_of(name, tmp_path, *((0.2 + 0.02 * place, 8, x, 0.3) for place, x in
                                       enumerate((0.12, 0.37, 0.62, 0.87))), seconds=8)
    colours = [features.middle(part) for part in features.frames(sound, 2400)]
    assert features.crossings(features.levels(sound)) >= 8 and numpy.std(colours) > 0.1


def test_the_crank_turns_the_tune(tmp_path):
    """The barrel organ has another pitch after each quarter of a turn."""
    import math
    turn = [step / 16 for step in range(65)]
    way = ([(time, 0.5 + 0.3 * math.cos(2 * math.pi * (time + 0.01))) for time in turn],
           [(time, 0.5 + 0.4 * math.sin(2 * math.pi * (time + 0.01))) for time in turn])
    sound = sound_of("Barrel organ", tmp_path, (0.2, 4.2, *way), seconds=4.2)
    pitches = [features.strongest(part) for part in numpy.array_split(sound, 14)]
    assert len({round(pitch) for pitch in pitches}) >= 4, pitches


def test_the_grids_with_drums():
    grids = [json.loads(path.read_text()) for path in (ROOT / "bundle" / "grids").glob("*.json")]
    drums = [grid["name"] for grid in grids if grid["layers"][2].get("patterns")]
    assert len(grids) >= 32 and len(drums) >= 16, drums
    for grid in grids:
        for names in re.findall(r"--patches ([a-z_,]+[a-z])", grid["how_to_play"]):
            assert set(names.split(",")) <= set(NAMES.values()), grid["name"]
