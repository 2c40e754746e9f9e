"""A session holds the whole text of its patch, and the library's patch of the same name does not replace it.
Tests/Golden/sounds.txt pins the sound of each patch of Tests/Golden/older_patches.txt."""
from conftest import figure
import factory_patches  # noqa: F401 finds the folder gallery
from lv2host import Plugin, state_file

import beside
import measure
import pins


def test_the_first_touch_of_a_session_is_its_own(tmp_path):
    """Two sessions of one name in one process: the older text sounds otherwise than today's."""
    def played(text, folder):
        with Plugin(state=state_file(folder, text, free_wheel=1), longest_block=beside.BLOCK) as plugin:
            plugin.run(beside.BLOCK)
            return beside.played(plugin)

    assert len(pins.OLDER) == 76
    pins.tactus("patch", "convert", pins.OLDER["first_touch"][1], "-o", tmp_path / "then.json")
    then = played((tmp_path / "then.json").read_text(), tmp_path / "then")
    now = played((measure.PATCHES / "first_touch.json").read_text(), tmp_path / "now")
    moved = measure.difference(then, now)
    figure(f"First touch of an older session and today's: {moved:.1f} dB apart")
    assert moved > measure.AUDIBLE
