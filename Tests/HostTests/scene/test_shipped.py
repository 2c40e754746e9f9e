"""The scenes of the bundle in the built plugin: Pd finds all that they use, and each that sounds by itself or
from its input is heard."""
import pytest

import scenes
from conftest import BUILD
from scenes import RATE, STATES

SCENES = BUILD / "tactus.lv2" / "scenes"
ALL = sorted(path for path in SCENES.iterdir() if path.name != "libs" and path.suffix != ".png")
# They sound without fingers: by themselves, or by what they hear.
HEARD = {"grain_loop", "guitar_box", "step_grid", "tilt_garden"}


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_scene_of_the_bundle_plays(tmp_path, path):
    sound = scenes.noise(2 * RATE, seed=20)
    with scenes.scene(path, tmp_path / "state", block=256, free_wheel=1) as plugin:
        parts, said = [], b""
        for at in range(0, 2 * RATE, 256):
            parts.append(scenes.play(plugin, 256, 256, sound[:, at:at + 256]))
            said += b"".join(body for _, body in plugin.sent())
        assert STATES[int(plugin["live_state"])] == "playing"
        assert plugin["live_late"] == 0
    assert b"couldn't create" not in said and b"no such" not in said, said
    if path.stem in HEARD:
        assert max(abs(part).max() for part in parts) > 0.01
