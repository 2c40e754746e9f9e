"""A patch that quits whenever it is opened: five attempts, a while apart, then the scene has failed."""
import os
import subprocess

import scenes
from conftest import BUILD, ROOT
from test_faults import write

TACTUS = ROOT / ".build" / "release" / "tactus"
QUITS = ["#X obj 10 10 loadbang;", r"#X msg 10 40 \; pd quit;", "#X connect 0 0 1 0;"]


def test_a_patch_that_always_quits_fails(tmp_path):
    """After five attempts it stays, and a new choice begins it again."""
    with scenes.scene(write(tmp_path / "scene", *QUITS), tmp_path / "state", block=256) as plugin:
        assert scenes.reach(plugin, ["failed"]) == "failed"
        plugin["restart"] = 1
        plugin.run(256)
        scenes.reach(plugin, ["starting"])


def test_a_scene_that_cannot_play_is_told(tmp_path):
    folder = write(tmp_path / "quits", *QUITS)
    done = subprocess.run(
        [TACTUS, "scene", "render", folder, "-o", tmp_path / "none.wav", "--seconds", "1", "--bundle",
         BUILD / "tactus.lv2"], capture_output=True, text=True, timeout=300,
        env=dict(os.environ, XDG_DATA_HOME=str(tmp_path / "data")))
    assert done.returncode != 0 and "the scene does not play" in done.stderr
    assert not (tmp_path / "none.wav").exists()
