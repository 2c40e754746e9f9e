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


@pytest.mark.parametrize("name", OLDER)
def test_an_older_session_sounds_as_it_did(name, tmp_path):
    loudness, share = OLDER[name]
    status, text = run(measure.tactus(), "patch", "show", share)
    assert status == 0, text
    (tmp_path / "older.json").write_text(text)
    found = beside.ours(tmp_path / "older.json")
    assert abs(found["loudness"] - loudness) <= SAME, f"{found['loudness']:.1f} LUFS, then {loudness:.1f}"


def test_many_patches_of_the_library_have_changed(tmp_path):
    """So that the test above would notice if a session took today's patch of its name."""
    changed = 0
    for name, (_, share) in OLDER.items():
        then = json.loads(run(measure.tactus(), "patch", "show", share)[1])
        changed += then != json.loads((measure.PATCHES / f"{name}.json").read_text())
    figure(f"library: {changed} of {len(OLDER)} patches are tuned anew; their sessions keep the older text")
    assert changed > 30


def test_the_first_touch_of_a_session_is_its_own(tmp_path):
    """Two sessions of one name in one process: the older text sounds otherwise than today's."""
    def played(text, folder):
        with Plugin(state=state_file(folder, text, free_wheel=1), longest_block=beside.BLOCK) as plugin:
            plugin.run(beside.BLOCK)
            return beside.played(plugin)

    then = played(run(measure.tactus(), "patch", "show", OLDER["first_touch"][1])[1], tmp_path / "then")
    now = played((measure.PATCHES / "first_touch.json").read_text(), tmp_path / "now")
    assert measure.difference(then, now) > measure.AUDIBLE
