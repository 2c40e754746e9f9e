"""Sessions that were saved with the patches of before the library was gone through again open with their own
sound: a session holds the whole text of its patch, and the library's patch of the same name does not replace
it. Tests/Golden/older_patches.txt has the name of each, its loudness then (the phrase of gallery/beside.py on
plain keys, LUFS), and its text as `tactus patch share` printed it."""
import json
import sys

import pytest

from conftest import ROOT, figure, run
from lv2host import Plugin, state_file

sys.path.insert(0, str(ROOT / "gallery"))
import beside  # noqa: E402
import measure  # noqa: E402

OLDER = {name: (float(loudness), text) for name, loudness, text in
         (line.split() for line in (ROOT / "Tests" / "Golden" / "older_patches.txt").read_text().splitlines())}
# LUFS: what another machine's arithmetic may change.
SAME = 0.3


def test_there_are_those_of_before():
    assert len(OLDER) == 76


def text_of(name, folder):
    """The document as it was, also as the file `older.json` of a folder."""
    path = folder / "older.json"
    status, said = run(measure.tactus(), "patch", "convert", OLDER[name][1], "-o", path, "--force")
    assert status == 0, said
    return path.read_text()


@pytest.mark.parametrize("name", OLDER)
def test_an_older_session_sounds_as_it_did(name, tmp_path):
    loudness, _ = OLDER[name]
    text_of(name, tmp_path)
    found = beside.ours(tmp_path / "older.json")
    assert abs(found["loudness"] - loudness) <= SAME, f"{found['loudness']:.1f} LUFS, then {loudness:.1f}"


def test_many_patches_of_the_library_have_changed(tmp_path):
    """So that the test above would notice if a session took today's patch of its name."""
    changed = 0
    for name in OLDER:
        then = json.loads(text_of(name, tmp_path))
        changed += then != json.loads((measure.PATCHES / f"{name}.json").read_text())
    figure(f"library: {changed} of {len(OLDER)} patches are tuned anew; their sessions keep the older text")
    assert changed > 30


def test_the_first_touch_of_a_session_is_its_own(tmp_path):
    """Two sessions of one name in one process: the older text sounds otherwise than today's."""
    def played(text, folder):
        with Plugin(state=state_file(folder, text, free_wheel=1), longest_block=beside.BLOCK) as plugin:
            plugin.run(beside.BLOCK)
            return beside.played(plugin)

    then = played(text_of("first_touch", tmp_path), tmp_path / "then")
    now = played((measure.PATCHES / "first_touch.json").read_text(), tmp_path / "now")
    assert measure.difference(then, now) > measure.AUDIBLE
